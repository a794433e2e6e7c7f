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

/// The padding token, and the row of learnt positions that it uses. Other tokens are counted without padding.
struct PaddingPlace {
    Index token = 0;
    Matrix row; // 1 x D
};

/// The way from token ids to X of a model's first layer.
struct ModelInput {
    std::string words; ///< name of the embedding matrix: vocabulary x D
    Index vocabulary = 0;
    Index width = 0;
    float factor = 1;                ///< factor of the embeddings
    std::optional<Index> mask_token; ///< the token whose embedding is replaced by zeros; `factor` is then divided by
                                     ///< the fraction of other tokens
    Matrix widening;                 ///< matrix from the embeddings' width to D, inputs x outputs; empty: equal widths
    NamedNorm word_norm;             ///< norm that is applied to each embedding, before anything is added
    Positions positions;
    std::optional<PaddingPlace> padding;
    NamedNorm norm;       ///< norm that is applied to the sum
    std::string in_words; ///< the computation as a formula: "X = h.0.ln_1(wte + wpe)"
};

/// Returns how the input of a model's first layer is computed; nullopt for other layers, and for models whose
/// embeddings are unknown. Fails if the embeddings' shapes do not match the layer, or if nothing determines which norm
/// computes X.
Result<std::optional<ModelInput>> find_model_input(const Checkpoint& checkpoint, const FoundLayer& layer,
                                                   const LayerConfig& config, const NormSaid& said);

/// The questions that the user has to answer before X can be computed from a layer's input or a model's embeddings.
struct InputQuestions {
    bool is_first = false; ///< true: the layer is the first, and its model has embeddings
    bool norm = false;     ///< true: it is unknown which norm comes before the layer
    bool epsilon = false;  ///< true: it is unknown what a norm adds to the variance
};
InputQuestions questions_of_input(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                                  const NormSaid& said);

/// A tensor from which the input of a model's first layer is computed, and the array that is read from it: "E", "P".
struct InputTensor {
    std::string tensor;
    std::string_view is;
};
std::vector<InputTensor> input_tensors(const Checkpoint& checkpoint, const FoundLayer& layer);

/// Reads the embedding of one token, 1 x D; `id` must be within the vocabulary.
Result<Matrix> read_embedding(const Checkpoint& checkpoint, const ModelInput& input, Index id);

} // namespace attn
