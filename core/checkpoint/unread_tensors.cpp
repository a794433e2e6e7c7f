#include "core/checkpoint/unread_tensors.h"

#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace attn {

namespace {

/// Of more, only how many there are is said.
constexpr std::size_t most_named = 4;

/// Buffers that programs keep beside weights: masks, the angles of rotary positions, numbers of places.
constexpr std::array<std::string_view, 11> buffers{"mask",           "attn_mask",
                                                   "causal_mask",    "masked_bias",
                                                   "IGNORE",         "rotary_emb.inv_freq",
                                                   "inv_freq",       "rope.freqs",
                                                   "position_ids",   "relative_position_index",
                                                   "embed_positions"};

/// Norms that are read with the layer, or stand behind it.
constexpr std::array<std::string_view, 8> norms{"q_norm.", "k_norm.", "q_layernorm.", "k_layernorm.",
                                                "q_ln.",   "k_ln.",   "LayerNorm.",   "output.LayerNorm."};

bool is_known(std::string_view name, const Tensor& tensor) {
    const bool is_buffer = std::ranges::find(buffers, name) != buffers.end() ||
                           (name == "bias" && tensor.shape.size() > 2); // GPT-2 keeps its causal mask so
    return is_buffer || std::ranges::any_of(norms, [&](std::string_view norm) { return name.starts_with(norm); });
}

bool has(std::string_view name, std::string_view part) {
    return name.find(part) != std::string_view::npos;
}

/// The first array that a tensor of such a name changes.
ArrayId first_changed(std::string_view name) {
    if (name == "sinks")
        return ArrayId::row_sum;
    if (has(name, "rel"))
        return ArrayId::masked;
    if (name.starts_with("k") || has(name, "_k"))
        return ArrayId::K;
    if (name.starts_with("v") || has(name, "_v"))
        return ArrayId::V;
    if (name.starts_with("o") || name.starts_with("c_proj") || name.starts_with("proj"))
        return ArrayId::parts;
    if (name.starts_with("g_") || has(name, "gate"))
        return ArrayId::O;
    return ArrayId::Q;
}

} // namespace

std::vector<Caveat> unread_tensors(const Checkpoint& checkpoint, const FoundLayer& layer) {
    std::vector<Caveat> caveats;
    if (layer.name.empty())
        return caveats; // what lies beside it is not its own
    std::size_t more = 0;
    for (const Tensor& tensor : checkpoint.tensors()) {
        const bool is_beneath = tensor.name.size() > layer.name.size() + 1 && tensor.name.starts_with(layer.name) &&
                                (tensor.name[layer.name.size()] == '.' || tensor.name[layer.name.size()] == '/');
        if (!is_beneath ||
            std::ranges::find(layer.placements, tensor.name, &Placement::tensor) != layer.placements.end())
            continue;
        const std::string_view name = std::string_view(tensor.name).substr(layer.name.size() + 1);
        if (is_known(name, tensor))
            continue;
        if (caveats.size() < most_named)
            caveats.push_back({first_changed(name), fmt::format("{} is there and not computed", printable(name, 80))});
        else
            ++more;
    }
    if (more > 0)
        caveats.push_back({ArrayId::Q, fmt::format("{} more tensors are there and not computed", more)});
    return caveats;
}

} // namespace attn
