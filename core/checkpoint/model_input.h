#pragma once

#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/layer_norms.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>

namespace attn {

/// How a model makes the X of its first layer from token ids.
struct ModelInput {
    std::string words; ///< the tensor of embeddings: vocabulary x D
    Index vocabulary = 0;
    Index width = 0;
    float factor = 1;    ///< what embeddings are multiplied by
    NamedNorm word_norm; ///< of each embedding, before anything is added
    Positions positions;
    NamedNorm norm;       ///< of the sum
    std::string in_words; ///< "X = h.0.ln_1(wte + wpe)"
};

/// The input of a layer that is its model's first; nothing where the layer is another, or the model has no embeddings
/// that are known here. Fails where they do not fit the layer, or nothing says which norm makes X of them.
Result<std::optional<ModelInput>> find_model_input(const Checkpoint& checkpoint, const FoundLayer& layer,
                                                   const LayerConfig& config, const NormSaid& said);

/// The embedding of one token, 1 x D; `id` lies within the vocabulary.
Result<Matrix> read_embedding(const Checkpoint& checkpoint, const ModelInput& input, Index id);

} // namespace attn
