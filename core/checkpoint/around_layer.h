#pragma once

#include "core/checkpoint/around_config.h"
#include "core/checkpoint/layer_config.h"
#include "core/model/layer.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// Reads the parts around an attention layer into its block: the MLP, the norms of the residual stream, and how they
/// are connected. A part that is not computed, such as experts, becomes a caveat that names it, and the block ends
/// before it. Fails if the shapes of tensors do not match.
Result<void> read_around(Layer& block, const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                         const AroundConfig& around);

/// Reads what a model computes after its last block: the final norm and the unembedding. `words` is the name of the
/// embedding matrix, which many models also use as the unembedding. A model without an unembedding ends at its last
/// block.
Result<Output> read_output(const Checkpoint& checkpoint, const FoundLayer& layer, const LayerConfig& config,
                           const AroundConfig& around, const std::string& words);

/// A layer's name without its number: `before` is "model.layers." and `behind` ".self_attn" for
/// "model.layers.3.self_attn".
struct NumberedName {
    std::string before;
    std::string behind;
    bool operator==(const NumberedName&) const = default;
};
NumberedName numbered_name(const std::string& layer);

} // namespace attn
