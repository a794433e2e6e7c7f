#pragma once

#include "core/engine/engine.h"
#include "core/model/layer.h"

#include <random>

namespace attn::test {

using Random = std::mt19937;

/// Numbers between −1 and 1.
Matrix random_matrix(Random& random, Index rows, Index columns);

/// What a random layer is made of.
struct LayerKind {
    Sizes sizes{.B = 1, .S_q = 4, .S_k = 4, .D = 8, .D_context = 8, .H = 2, .d_k = 4, .d_v = 4};
    bool biases = false;
    bool cross = false;   ///< a second sequence; otherwise S_k and D_context are those of the first
    bool given_X = false; ///< X from a file, instead of words
    Rotary rotary{};      ///< of queries and keys
    bool norm = false;    ///< between E + P and X
    bool alibi = false;   ///< a bias by distance
    bool gate = false;    ///< on each head's output
    HeadNorm head_norm{}; ///< of queries and keys
    HeadNorm V_norm{};    ///< of values
    bool V_gain = false;  ///< where they have a norm
    float soft_cap = 0;   ///< of scores
};

/// A layer of random words and weights; no mask.
Layer random_layer(Random& random, const LayerKind& kind);

/// Some kind of small layer: any lengths up to 40, with or without biases, context and given X.
LayerKind random_kind(Random& random);

/// A random valid change of a layer: a weight, a word, a pin, a mask, an option, a given stage; the layer itself
/// where that would contradict what is in it.
Layer randomly_changed(Random& random, Layer layer);

/// Every array of the layer, on one thread.
Trace computed(const Layer& layer);

/// A whole number from `low` to `high`.
Index random_index(Random& random, Index low, Index high);

} // namespace attn::test
