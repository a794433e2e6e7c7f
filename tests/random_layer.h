#pragma once

#include "core/engine/engine.h"
#include "core/model/layer.h"

#include <random>
#include <vector>

namespace attn::test {

using Random = std::mt19937;

/// A matrix of numbers between −1 and 1.
Matrix random_matrix(Random& random, Index rows, Index columns);

/// The properties of a random layer.
struct LayerKind {
    Sizes sizes{.B = 1, .S_q = 4, .S_k = 4, .D = 8, .D_context = 8, .H = 2, .d_k = 4, .d_v = 4};
    bool biases = false;
    bool cross = false;   ///< a second sequence; otherwise S_k and D_context belong to the first
    bool given_X = false; ///< X is given instead of made from words
    Rotary rotary{};      ///< of queries and keys
    bool norm = false;    ///< between E + P and X
    bool alibi = false;   ///< ALiBi's bias
    bool gate = false;    ///< on each head's output
    HeadNorm head_norm{}; ///< of queries and keys
    HeadNorm V_norm{};    ///< of values
    bool V_gain = false;  ///< the norm of values has a gain
    float soft_cap = 0;   ///< of scores
};

/// A layer of random words and weights, without a mask.
Layer random_layer(Random& random, const LayerKind& kind);

/// A random kind of small layer: any lengths up to 40, with or without biases, context, given X and so on.
LayerKind random_kind(Random& random);

/// The layer after a random valid change of a weight, a word, a pin, a mask, an option or a given stage; the layer
/// itself if the change contradicts the rest of it.
Layer randomly_changed(Random& random, Layer layer);

/// The trace of the layer, computed on one thread.
Trace computed(const Layer& layer);

/// A random whole number from `low` to `high`.
Index random_index(Random& random, Index low, Index high);

/// The stages that a single attention layer can have, without those that a model has around it.
std::vector<ArrayId> stages_of_attention();
/// The parameters that a single attention layer can have.
std::vector<ArrayId> parameters_of_attention();

} // namespace attn::test
