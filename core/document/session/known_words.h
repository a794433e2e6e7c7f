#pragma once

#include "core/document/session/session.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The letters or words that have embeddings of their own: "a to z", "o, p, s, t".
std::string known_letters(const Sequence& sequence);

/// The number of positions that the sequence has; nullopt if there is no limit.
std::optional<Index> place_count(const Sequence& sequence);

/// The letters that have embeddings of their own, at most as many as there are positions.
std::vector<std::string> letters_that_fit(const Sequence& sequence, const std::vector<std::string>& letters);

/// Says where a token's embedding comes from: the session, a model, or its letters. Empty if X is given and tokens are
/// only labels.
std::string origin_of_numbers(const Session& session, const Sequence& sequence, std::string_view token);

/// The words of a sentence whose embeddings are drawn at random from their letters, if other words of the session have
/// embeddings of their own. Empty for a model's words, and for a long text.
std::vector<std::string> strangers(const Session& session, const Sequence& sequence, Index item);

/// "“saw” and “bee” are unknown to this layer: their numbers are drawn at random from their letters"; empty if there
/// are no words.
std::string unknown_in_words(const std::vector<std::string>& words);

/// True if the text has several words, but the session reads the letters of a single word.
bool is_sentence_for_letters(const Session& session, std::string_view text);

/// The reason why several words cannot be read as the letters of one: "This layer reads one word of up to 10 letters.
/// Sentences go into another example." Empty if they can, or for one word.
std::string misfit_of_sentence(const Session& session, const Sequence& sequence, std::string_view text);

/// The reason why `count` tokens do not fit into the sequence, and what to do: "“understanding” has 13 letters, and
/// this layer has places for 10. …"; empty if they fit.
std::string lack_of_places(const Session& session, const Sequence& sequence, std::string_view text, Index count);

/// For a layer that reads letters: which letters it cannot read, and which it can: "ö is unknown to this layer. It
/// takes o, p, s, t, at most 4 of them: “stop”." Empty if it can read all.
std::string misfit_in_words(const Session& session, Index item);

} // namespace attn
