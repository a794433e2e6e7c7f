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

/// The row that replaces the position of a padding token. Other tokens are counted without padding.
struct PaddingPlace {
    Index token = 0;
    Matrix row; // 1 x D
};

/// The recipe that makes X of a model's first layer from token ids.
struct ModelInput {
    std::string words; ///< the tensor of embeddings: vocabulary x D
    Index vocabulary = 0;
    Index width = 0;
    float factor = 1;                ///< factor of the embeddings
    std::optional<Index> mask_token; ///< its embedding is 0; `factor` is then divided by the share of other tokens
    Matrix widening;                 ///< from the embeddings' width to D, inputs x outputs; empty: equal widths
    NamedNorm word_norm;             ///< norm of each embedding, before anything is added
    Positions positions;
    std::optional<PaddingPlace> padding;
    NamedNorm norm;       ///< norm of the sum
    std::string in_words; ///< the recipe as a formula: "X = h.0.ln_1(wte + wpe)"
};

/// The input of a model's first layer; nothing for other layers, and for models whose embeddings are unknown. Fails if
/// the embeddings do not fit the layer, or if nothing says which norm makes X from them.
Result<std::optional<ModelInput>> find_model_input(const Checkpoint& checkpoint, const FoundLayer& layer,
                                                   const LayerConfig& config, const NormSaid& said);

/// The questions that the user has to answer before X can be made from a layer's input or a model's embeddings.
struct InputQuestions {
    bool is_first = false; ///< the layer is the first, and its model has embeddings
    bool norm = false;     ///< asks which norm stands before the layer
    bool epsilon = false;  ///< asks what a norm adds to the variance
};
InputQuestions questions_of_input(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                                  const NormSaid& said);

/// A tensor that goes into the input of a model's first layer, and the array that it becomes: "E", "P".
struct InputTensor {
    std::string tensor;
    std::string_view is;
};
std::vector<InputTensor> input_tensors(const Checkpoint& checkpoint, const FoundLayer& layer);

/// The embedding of one token, 1 x D; `id` lies within the vocabulary.
Result<Matrix> read_embedding(const Checkpoint& checkpoint, const ModelInput& input, Index id);

} // namespace attn
