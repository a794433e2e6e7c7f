#pragma once

#include "core/model/cell.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The stage that an array's name means, in this program or another.
struct StageName {
    ArrayId stage{};
    std::string prefix;        ///< the part before the name, which tells the layer, with its dot: "blocks.3."
    bool tokens_first = false; ///< true if tokens come before heads in the shape: (B, S, H, d)
};

/// Understands "A", "layers.3.A"; TransformerLens' "blocks.3.attn.hook_pattern"; "attentions.3" from Hugging Face
/// models; "attn_output_weights" from PyTorch's nn.MultiheadAttention. nullopt if the name is no stage's.
std::optional<StageName> stage_of_name(std::string_view name);

} // namespace attn
