#pragma once

#include "core/checkpoint/layer_config.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A norm, and the name that its tensors have in the model.
struct NamedNorm {
    Norm norm;        ///< off if the model has none in this place
    std::string name; ///< "model.layers.3.input_layernorm"
};

/// The user's statements about the norm before a layer that no config.json describes.
struct NormSaid {
    std::optional<Norm::Kind> kind;
    std::optional<float> epsilon;
};

/// The norm before a layer, which makes X from the layer's input. Fails if nothing says which norm it is, or if its
/// tensors are missing or do not fit.
Result<NamedNorm> find_norm_before(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                                   const NormSaid& said);

/// The name of the norm before a layer, without reading any of it; none if there is no such norm.
std::optional<std::string> norm_name_before(const Checkpoint& checkpoint, const FoundLayer& layer,
                                            const LayerConfig& config);

/// A tensor of a norm: its gain or its bias.
struct NormTensor {
    std::string tensor;
    bool is_bias = false;
};
std::vector<NormTensor> norm_tensors(const Checkpoint& checkpoint, const std::string& name);

/// The names of the norms of queries and of keys beside a layer; empty if there are none.
std::vector<std::string> head_norm_names_of(const Checkpoint& checkpoint, const FoundLayer& layer);

/// Reads the norm of this name. Fails if its tensors are missing or do not fit.
Result<NamedNorm> read_norm(const Checkpoint& checkpoint, const std::string& name, Index width, Norm::Kind kind,
                            float epsilon, bool gain_from_one);

/// Reads the norms of queries and keys, if the model has them. Tensors of such norms that nothing describes become a
/// caveat. Fails if tensors are missing or do not fit.
Result<void> read_head_norms(Layer& layer, const Checkpoint& checkpoint, const FoundLayer& found,
                             const LayerConfig& config, const HeadCounts& counts);

} // namespace attn
