#pragma once

#include "core/checkpoint/layer_config.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A norm, and the beginning of its tensors' names in the model.
struct NamedNorm {
    Norm norm;        ///< off if the model has no norm here
    std::string name; ///< beginning of the tensors' names: "model.layers.3.input_layernorm"
};

/// The user's statements about the norm before a layer, for models whose config.json does not describe it.
struct NormSaid {
    std::optional<Norm::Kind> kind;
    std::optional<float> epsilon;
};

/// Returns the norm before a layer, which computes X from the layer's input. Fails if nothing determines which norm it
/// is, or if its tensors are missing or have unexpected shapes.
Result<NamedNorm> find_norm_before(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                                   const NormSaid& said);

/// Returns the name of the norm before a layer, without reading any of it; nullopt if there is no such norm.
std::optional<std::string> norm_name_before(const Checkpoint& checkpoint, const FoundLayer& layer,
                                            const LayerConfig& config);

/// A tensor of a norm: its gain or its bias.
struct NormTensor {
    std::string tensor;
    bool is_bias = false;
};
std::vector<NormTensor> norm_tensors(const Checkpoint& checkpoint, const std::string& name);

/// Returns the names of the norms of queries and of keys that are beside a layer; empty if there are none.
std::vector<std::string> head_norm_names_of(const Checkpoint& checkpoint, const FoundLayer& layer);

/// Reads the norm of this name. Fails if its tensors are missing or have unexpected shapes.
Result<NamedNorm> read_norm(const Checkpoint& checkpoint, const std::string& name, Index width, Norm::Kind kind,
                            float epsilon, bool gain_from_one);

/// Reads the norms of queries and keys, if the model has them. Tensors of such norms that nothing describes become a
/// caveat. Fails if tensors are missing or have unexpected shapes.
Result<void> read_head_norms(Layer& layer, const Checkpoint& checkpoint, const FoundLayer& found,
                             const LayerConfig& config, const HeadCounts& counts);

} // namespace attn
