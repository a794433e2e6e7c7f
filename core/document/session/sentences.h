#pragma once

#include "core/document/session/session.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Splits a text into tokens: words, or letters, as the session says. A capital without an embedding becomes a small
/// letter if that has one.
std::vector<std::string> split_text(const Session& session, const Sequence& sequence, std::string_view text);

/// The text of tokens that split_text() would split into the same tokens.
std::string joined_text(const Session& session, const std::vector<std::string>& tokens);

/// The text between two tokens, or between two labels that are read out.
std::string_view between_tokens(const Session& session);

/// The words between spaces.
std::vector<std::string> words_between_spaces(std::string_view text);

/// True if the token has an embedding of its own, i.e. one that is not drawn from its letters.
bool is_known(const Sequence& sequence, std::string_view token);

/// The unknown tokens of an item, without duplicates, in their order.
std::vector<std::string> unknown_tokens(const Sequence& sequence, Index item);

} // namespace attn
