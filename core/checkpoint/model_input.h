#pragma once

#include "core/checkpoint/layer_config.h"
#include "core/checkpoint/layer_norms.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What a model has in the place of a position where a token is padding; other tokens are counted without it.
struct PaddingPlace {
    Index token = 0;
    Matrix row; // 1 x D
};

/// How a model makes the X of its first layer from token ids.
struct ModelInput {
    std::string words; ///< the tensor of embeddings: vocabulary x D
    Index vocabulary = 0;
    Index width = 0;
    float factor = 1;    ///< what embeddings are multiplied by
    Matrix widening;     ///< what brings embeddings to the width of the layers; empty: they have it
    NamedNorm word_norm; ///< of each embedding, before anything is added
    Positions positions;
    std::optional<PaddingPlace> padding;
    NamedNorm norm;       ///< of the sum
    std::string in_words; ///< "X = h.0.ln_1(wte + wpe)"
};

/// The input of a layer that is its model's first; nothing where the layer is another, or the model has no embeddings
/// that are known here. Fails where they do not fit the layer, or nothing says which norm makes X of them.
Result<std::optional<ModelInput>> find_model_input(const Checkpoint& checkpoint, const FoundLayer& layer,
                                                   const LayerConfig& config, const NormSaid& said);

/// What has to be said before X can be made of what enters a layer, or of a model's embeddings.
struct InputQuestions {
    bool is_first = false; ///< the model has embeddings for it
    bool norm = false;     ///< which norm stands before the layer
    bool epsilon = false;  ///< what a norm adds to the variance
};
InputQuestions questions_of_input(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                                  const NormSaid& said);

/// A tensor that a model's first layer reads before its X, and what becomes of it: "E", "P".
struct InputTensor {
    std::string tensor;
    std::string_view is;
};
std::vector<InputTensor> input_tensors(const Checkpoint& checkpoint, const FoundLayer& layer);

/// The embedding of one token, 1 x D; `id` lies within the vocabulary.
Result<Matrix> read_embedding(const Checkpoint& checkpoint, const ModelInput& input, Index id);

} // namespace attn
