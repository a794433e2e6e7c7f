#pragma once

#include "core/document/session/session.h"
#include "core/engine/trace.h"

#include <cstdint>

namespace attn {

/// How much work a layer is by hand.
struct Difficulty {
    Index products = 0; ///< multiplications of two numbers that are not zero, in all products of the layer
    bool whole = false; ///< every score before the softmax is a whole number
    int largest = 0;    ///< their largest magnitude, rounded up
    bool operator==(const Difficulty&) const = default;
};

Difficulty difficulty(const Trace& trace);

/// The session with other numbers: words, weights and whatever is given keep their numbers, which change places
/// within their rows and columns. The same `number` gives the same numbers. Of many such, one that is as difficult as
/// the session; where there is none, the one that comes nearest.
Session variant(const Session& session, std::uint64_t number);

} // namespace attn
