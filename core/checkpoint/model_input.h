#pragma once

#include "core/checkpoint/layers.h"
#include "core/checkpoint/model_config.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// How a model makes the X of its first layer from token ids.
struct ModelInput {
    std::string words; ///< the tensor of embeddings: vocabulary x D
    Index vocabulary = 0;
    Positions positions;
    Norm norm;
    std::string in_words; ///< "X = ln_1(wte + wpe)"
};

/// The input of a layer that is its model's first; nothing where the layer is another, or the model has no embeddings
/// that are known here. Fails where they do not fit the layer.
Result<std::optional<ModelInput>> find_model_input(const Checkpoint& checkpoint, const FoundLayer& layer,
                                                   const ModelConfig& config);

/// The embedding of one token, 1 x D; `id` lies within the vocabulary.
Result<Matrix> read_embedding(const Checkpoint& checkpoint, const ModelInput& input, Index id);

} // namespace attn
