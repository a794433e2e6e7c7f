#pragma once

#include "core/checkpoint/around_config.h"
#include "core/checkpoint/layer_config.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// Reads the parts around an attention layer into its block: the MLP, the norms of the residual stream, and how they
/// are put together. A part that is not computed, such as experts, becomes a caveat that names it, and the block ends
/// before it. Fails if tensors do not fit.
Result<void> read_around(Layer& block, const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                         const AroundConfig& around);

/// The output of a model behind its last block: the final norm and the unembedding. `words` is the tensor of
/// embeddings, which serves many models as the unembedding too. A model without a head ends at its last block.
Result<Output> read_output(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                           const AroundConfig& around, const std::string& words);

/// A layer's name without its number: "model.layers." and ".self_attn" of "model.layers.3.self_attn".
struct NumberedName {
    std::string before;
    std::string behind;
    bool operator==(const NumberedName&) const = default;
};
NumberedName numbered_name(const std::string& layer);

} // namespace attn
