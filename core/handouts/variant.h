#pragma once

#include "core/document/session/session.h"
#include "core/engine/trace.h"

#include <cstdint>

namespace attn {

/// The work that a layer takes by hand.
struct Difficulty {
    Index products = 0; ///< multiplications of two non-zero numbers, over all products of the layer
    bool whole = false; ///< every score before the softmax is a whole number
    int largest = 0;    ///< the largest magnitude of a score, rounded up
    bool operator==(const Difficulty&) const = default;
};

Difficulty difficulty(const Trace& trace);

/// The session with its numbers rearranged: the numbers of word embeddings, weights and given matrices change places
/// within their rows and columns. Equal values of `number` give equal sessions. The first of several attempts that is
/// as difficult as the session is taken, or else the one nearest to it in difficulty.
Session variant(const Session& session, std::uint64_t number);

} // namespace attn
