#pragma once

#include "core/model/cell.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The stage that is meant by the name of an array in a file.
struct StageName {
    ArrayId stage{};
    std::string prefix;        ///< the part before the name, with its dot, which tells the layer: "blocks.3."
    bool tokens_first = false; ///< true if tokens come before heads in the shape: (B, S, H, d)
};

/// Finds the stage for names such as "A", "layers.3.A", TransformerLens' "blocks.3.attn.hook_pattern", "attentions.3"
/// of Hugging Face's models, and "attn_output_weights" of PyTorch's nn.MultiheadAttention. nullopt if it is not the
/// name of a stage.
std::optional<StageName> stage_of_name(std::string_view name);

} // namespace attn
