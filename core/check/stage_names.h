#pragma once

#include "core/model/cell.h"

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The stage that an array's name means, as this program and others call it.
struct StageName {
    ArrayId stage{};
    std::string prefix;        ///< what stands before it and names the layer, with its dot: "blocks.3."
    bool tokens_first = false; ///< tokens stand before heads in its shape: (B, S, H, d)
};

/// Reads "A", "layers.3.A"; TransformerLens' "blocks.3.attn.hook_pattern"; "attentions.3", as a Hugging Face model
/// returns them; "attn_output_weights", as PyTorch's nn.MultiheadAttention does. Nothing where it means no stage.
std::optional<StageName> stage_of_name(std::string_view name);

} // namespace attn
