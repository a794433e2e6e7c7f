#pragma once

#include "core/checkpoint/layer_config.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A model's norm, and what its tensors are called.
struct NamedNorm {
    Norm norm;        ///< off where the model has none in this place
    std::string name; ///< "model.layers.3.input_layernorm"
};

/// What the user says of the norm before a layer where no config.json does.
struct NormSaid {
    std::optional<Norm::Kind> kind;
    std::optional<float> epsilon;
};

/// The norm that stands before a layer, and makes its X of what enters it. Fails where nothing says which it is, or its
/// tensors are missing or do not fit.
Result<NamedNorm> find_norm_before(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                                   const NormSaid& said);

/// The name of that norm, of which nothing is read; none where no norm stands there.
std::optional<std::string> norm_name_before(const Checkpoint& checkpoint, const FoundLayer& layer,
                                            const LayerConfig& config);

/// The tensors of a norm that has a name, and what each of them is: its gain or its bias.
struct NormTensor {
    std::string tensor;
    bool is_bias = false;
};
std::vector<NormTensor> norm_tensors(const Checkpoint& checkpoint, const std::string& name);

/// The names of the norms of queries and of keys beside a layer; empty where there are none.
std::vector<std::string> head_norm_names_of(const Checkpoint& checkpoint, const FoundLayer& layer);

/// The norm that has a name. Fails where its tensors are missing or do not fit.
Result<NamedNorm> read_norm(const Checkpoint& checkpoint, const std::string& name, Index width, Norm::Kind kind,
                            float epsilon, bool gain_from_one);

/// Gives the layer its norms of queries and keys, where the model has them: a caveat where there are tensors of such
/// norms and nothing says what they do. Fails where they are missing or do not fit.
Result<void> read_head_norms(Layer& layer, const Checkpoint& checkpoint, const FoundLayer& found,
                             const LayerConfig& config, const HeadCounts& counts);

} // namespace attn
