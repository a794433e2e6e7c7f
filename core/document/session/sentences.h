#pragma once

#include "core/document/session/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A text as tokens: its words between spaces, or its letters, as the session splits. A capital without an embedding
/// becomes its small letter if that has one.
std::vector<std::string> split_text(const Session& session, const Sequence& sequence, std::string_view text);

/// The tokens as a text that split_text() splits into them again.
std::string joined_text(const Session& session, const std::vector<std::string>& tokens);

/// The text between two tokens, or between two labels that are read out.
std::string_view between_tokens(const Session& session);

/// The words between spaces.
std::vector<std::string> words_between_spaces(std::string_view text);

/// True if the sequence has numbers of its own for the token, not drawn from its letters.
bool is_known(const Sequence& sequence, std::string_view token);

/// The item's unknown tokens without duplicates, in their order.
std::vector<std::string> unknown_tokens(const Sequence& sequence, Index item);

} // namespace attn
