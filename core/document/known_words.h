#pragma once

#include "core/document/session.h"

#include <string>
#include <vector>

namespace attn {

/// The letters, or words, that the sequence has numbers of its own for: "a to z", "o, p, s, t".
std::string known_letters(const Sequence& sequence);

/// How many tokens it has places for; none where every place is as good as any other.
std::optional<Index> place_count(const Sequence& sequence);

/// Of these letters those that the sequence knows, as many as it has places for.
std::vector<std::string> letters_that_fit(const Sequence& sequence, const std::vector<std::string>& letters);

/// Of a layer that reads letters: what is the matter with those that go in, what it takes, and what of them fits:
/// "ö is unknown to this layer. It takes o, p, s, t, and has places for 4: “stop”." Empty where nothing is.
std::string misfit_in_words(const Session& session, Index item);

} // namespace attn
