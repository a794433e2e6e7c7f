#pragma once

#include "core/document/session/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A text as tokens: what is between spaces, or its letters without the spaces, as the session splits. A capital that
/// has no embedding where its small letter has one is that small letter.
std::vector<std::string> split_text(const Session& session, const Sequence& sequence, std::string_view text);

/// The tokens as a text that split_text() takes apart again.
std::string joined_text(const Session& session, const std::vector<std::string>& tokens);

/// What stands between two tokens, or two labels that are read out, in a text.
std::string_view between_tokens(const Session& session);

/// What is between spaces.
std::vector<std::string> words_between_spaces(std::string_view text);

/// Whether the sequence has numbers of its own for a token, not ones drawn from its letters.
bool is_known(const Sequence& sequence, std::string_view token);

/// The item's tokens that are not known, each once, in their order.
std::vector<std::string> unknown_tokens(const Sequence& sequence, Index item);

} // namespace attn
