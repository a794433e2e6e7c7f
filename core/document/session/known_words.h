#pragma once

#include "core/document/session/session.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The letters or words for which the sequence has numbers of its own: "a to z", "o, p, s, t".
std::string known_letters(const Sequence& sequence);

/// The number of places that the sequence has; nullopt if it has no limit.
std::optional<Index> place_count(const Sequence& sequence);

/// The letters that the sequence knows, cut to its number of places.
std::vector<std::string> letters_that_fit(const Sequence& sequence, const std::vector<std::string>& letters);

/// The origin of a token's numbers in words: the session, a model, or drawn from its letters. Empty if X is given and
/// tokens are only labels.
std::string origin_of_numbers(const Session& session, const Sequence& sequence, std::string_view token);

/// The words of a sentence whose numbers are drawn from their letters, if the session has numbers of its own for other
/// words. Empty for a model's words and for a long text.
std::vector<std::string> strangers(const Session& session, const Sequence& sequence, Index item);

/// "“saw” and “bee” are unknown to this layer: their numbers are drawn from their letters"; empty for no words.
std::string unknown_in_words(const std::vector<std::string>& words);

/// True if the text has several words, and the session reads the letters of one.
bool is_sentence_for_letters(const Session& session, std::string_view text);

/// The reason why several words cannot be read as the letters of one: "This layer reads one word of up to 10 letters.
/// Sentences go into another example." Empty if they can, or for one word.
std::string misfit_of_sentence(const Session& session, const Sequence& sequence, std::string_view text);

/// The reason why `count` tokens do not fit into the sequence, and a way out: "“understanding” has 13 letters, and this
/// layer has places for 10. …"; empty if they fit.
std::string lack_of_places(const Session& session, const Sequence& sequence, std::string_view text, Index count);

/// The letters that a layer of letters cannot read, and those that it can: "ö is unknown to this layer. It takes o, p,
/// s, t, at most 4 of them: “stop”." Empty if it can read all.
std::string misfit_in_words(const Session& session, Index item);

} // namespace attn
