#pragma once

#include "core/document/session/session.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The letters, or words, that the sequence has numbers of its own for: "a to z", "o, p, s, t".
std::string known_letters(const Sequence& sequence);

/// How many tokens it has places for; none where every place is as good as any other.
std::optional<Index> place_count(const Sequence& sequence);

/// Of these letters those that the sequence knows, as many as it has places for.
std::vector<std::string> letters_that_fit(const Sequence& sequence, const std::vector<std::string>& letters);

/// Where the numbers of a token come from: the session has them, a model does, or they are drawn from its letters.
/// Empty where X is given and tokens are labels.
std::string origin_of_numbers(const Session& session, const Sequence& sequence, std::string_view token);

/// Of a sentence's words those whose numbers are drawn from their letters, in a session that has numbers of its own for
/// others. None of a model's words, and none of a long text.
std::vector<std::string> strangers(const Session& session, const Sequence& sequence, Index item);

/// "“saw” and “bee” are unknown to this layer: their numbers are drawn from their letters"; empty of no words.
std::string unknown_in_words(const std::vector<std::string>& words);

/// Whether these are several words, and the session reads the letters of one.
bool is_sentence_for_letters(const Session& session, std::string_view text);

/// Why several words cannot be read as the letters of one: "This layer reads one word of up to 10 letters. Sentences go
/// into another example." Empty where they can, or where it is one word.
std::string misfit_of_sentence(const Session& session, const Sequence& sequence, std::string_view text);

/// Why a text of so many tokens has no place in the sequence, and what has: "“understanding” has 13 letters, and this
/// layer has places for 10. …"; empty where it has.
std::string lack_of_places(const Session& session, const Sequence& sequence, std::string_view text, Index count);

/// Of a layer that reads letters: what is the matter with those that go in, what it takes, and what of them fits:
/// "ö is unknown to this layer. It takes o, p, s, t, and has places for 4: “stop”." Empty where nothing is.
std::string misfit_in_words(const Session& session, Index item);

} // namespace attn
