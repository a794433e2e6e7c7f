#include "core/checkpoint/unread_tensors.h"

#include "core/files/printable.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>
#include <string>
#include <string_view>

namespace attn {

namespace {

/// The largest number of tensors that a caveat names; of more tensors it says only how many there are.
constexpr std::size_t most_named = 4;

/// Names of buffers that programs store beside weights: masks, angles of rotary positions, numbers of positions.
constexpr std::array<std::string_view, 15> buffers{"mask",
                                                   "attn_mask",
                                                   "causal_mask",
                                                   "masked_bias",
                                                   "IGNORE",
                                                   "tril",
                                                   "inv_freq",
                                                   "position_ids",
                                                   "embed_positions",
                                                   "freqs",
                                                   "freqs_cis",
                                                   "cos_cached",
                                                   "sin_cached",
                                                   "relative_position_index",
                                                   "relative_coords_table"};

/// Names of norms after the layer.
constexpr std::array<std::string_view, 2> norms_behind{"LayerNorm.", "output.LayerNorm."};

/// Beginnings of the names of norms of queries and keys.
constexpr std::array<std::string_view, 6> head_norms{"q_norm.",      "k_norm.", "q_layernorm.",
                                                     "k_layernorm.", "q_ln.",   "k_ln."};

/// Beginnings of names of modules around a layer, for a file in which the layer has no name of its own.
constexpr std::array<std::string_view, 12> around{"mlp",  "ffn",    "ff", "fc",    "feed", "linear",
                                                  "norm", "layer_", "ln", "embed", "lm_",  "classifier"};

bool begins_with_one_of(std::string_view name, std::span<const std::string_view> beginnings) {
    return std::ranges::any_of(beginnings, [&](std::string_view begin) { return name.starts_with(begin); });
}

/// True if the tensor belongs to a norm of queries or keys that is read with the layer.
bool is_read(std::string_view name, const LayerConfig& config) {
    return config.head_norm.kind != Norm::Kind::off && begins_with_one_of(name, head_norms) &&
           name.find(".norms.") == std::string_view::npos;
}

bool is_beneath(std::string_view name, std::string_view layer) {
    return layer.empty() || (name.size() > layer.size() + 1 && name.starts_with(layer) &&
                             (name[layer.size()] == '.' || name[layer.size()] == '/'));
}

/// True if the tensor is read into a weight or bias of the layer.
bool is_placed(const std::string& name, const FoundLayer& layer) {
    return std::ranges::any_of(layer.placements, [&](const Placement& placement) {
        return placement.tensor == name ||
               std::ranges::find(placement.other_heads, name) != placement.other_heads.end();
    });
}

/// True if the tensor belongs to the layer. In a file whose layer has no name, recorded arrays and modules around the
/// layer do not belong to it.
bool is_its_own(std::string_view name, const FoundLayer& layer) {
    return !layer.name.empty() || (!find_array(name) && !begins_with_one_of(name, around));
}

/// True if a word of the name begins with `part`; "g_" is not in "talking_heads". A part with a leading underscore
/// ("_ln") may be at the end of a word.
bool has(std::string_view name, std::string_view part) {
    constexpr std::string_view between = "./_";
    for (std::size_t at = name.find(part); at != std::string_view::npos; at = name.find(part, at + 1))
        if (at == 0 || part.front() == '_' || between.find(name[at - 1]) != std::string_view::npos)
            return true;
    return false;
}

/// A part of a tensor's name, and the first array that such a tensor affects.
struct Changed {
    std::string_view part;
    ArrayId from;
    std::string_view what{}; ///< a description of the tensor, if the name itself does not describe it
};

constexpr std::string_view one_more_key =
    ": a key and a value that all queries read beside those of the tokens (add_bias_kv)";
// The first row whose part is in the name decides.
constexpr std::array changed{Changed{"bias_k", ArrayId::row_max, one_more_key},
                             Changed{"bias_v", ArrayId::O, one_more_key},
                             Changed{"sinks", ArrayId::row_sum},
                             Changed{"inner_attn", ArrayId::parts},
                             Changed{"inner_norm", ArrayId::parts},
                             Changed{"sub_norm", ArrayId::parts},
                             Changed{"subln", ArrayId::parts},
                             Changed{"inner_attn_ln", ArrayId::parts},
                             Changed{"logit_scale", ArrayId::scaled},
                             Changed{"temperature", ArrayId::scaled},
                             Changed{"lambda", ArrayId::masked},
                             Changed{"rel", ArrayId::masked},
                             Changed{"distance_embedding", ArrayId::scores}, // BERT's relative_key
                             Changed{"norm", ArrayId::scores},
                             Changed{"_ln", ArrayId::scores},
                             Changed{"layernorm", ArrayId::scores},
                             Changed{"gate", ArrayId::O},
                             Changed{"g_", ArrayId::O}};

const Changed* known_part(std::string_view name) {
    const auto* const found = std::ranges::find_if(changed, [&](const Changed& row) { return has(name, row.part); });
    return found == changed.end() ? nullptr : found;
}

ArrayId first_changed(std::string_view name) {
    if (const Changed* const known = known_part(name))
        return known->from;
    if (name.starts_with("q"))
        return ArrayId::Q;
    if (name.starts_with("o") || name.starts_with("c_proj") || name.starts_with("proj"))
        return ArrayId::parts;
    if (name.starts_with("k"))
        return ArrayId::K;
    if (name.starts_with("v"))
        return ArrayId::V;
    return has(name, "_k") ? ArrayId::K : has(name, "_v") ? ArrayId::V : ArrayId::Q;
}

} // namespace

bool changes_no_number(std::string_view name, const Tensor& tensor) {
    const std::string_view leaf = name.substr(name.find_last_of("./") + 1);
    return std::ranges::find(buffers, leaf) != buffers.end() || begins_with_one_of(name, norms_behind) ||
           (name == "bias" && tensor.shape.size() > 2); // GPT-2's causal mask
}

void note_unread_tensors(const Checkpoint& checkpoint, std::vector<FoundLayer>& layers) {
    // If a layer has no name, there are few layers. Otherwise the tensors beneath a name are neighbours in the sorted
    // list.
    const std::vector<Tensor>& tensors = checkpoint.tensors();
    for (FoundLayer& layer : layers) {
        const std::size_t begin = layer.name.empty() ? 0 : layer.name.size() + 1;
        for (auto tensor = std::ranges::lower_bound(tensors, layer.name, {}, &Tensor::name);
             tensor != tensors.end() && tensor->name.starts_with(layer.name); ++tensor) {
            if (!is_beneath(tensor->name, layer.name) || is_placed(tensor->name, layer))
                continue;
            const std::string_view name = std::string_view(tensor->name).substr(begin);
            if (!is_its_own(name, layer) || changes_no_number(name, *tensor))
                continue;
            const bool is_of_inner = std::ranges::any_of(layers, [&](const FoundLayer& other) {
                return other.name.size() > layer.name.size() && is_beneath(other.name, layer.name) &&
                       is_beneath(tensor->name, other.name);
            });
            if (!is_of_inner)
                layer.unread.emplace_back(name);
        }
    }
}

std::vector<Caveat> unread_tensors(const FoundLayer& layer, const LayerConfig& config) {
    std::vector<Caveat> caveats;
    std::size_t more = 0;
    for (const std::string& name : layer.unread) {
        if (is_read(name, config))
            continue;
        const Changed* const known = known_part(name);
        if (caveats.size() < most_named)
            caveats.push_back({first_changed(name), fmt::format("{} is there and not computed{}", printable(name, 80),
                                                                known == nullptr ? "" : known->what)});
        else
            ++more;
    }
    if (more > 0)
        caveats.push_back({ArrayId::Q, fmt::format("{} more tensors are there and not computed", more)});
    return caveats;
}

} // namespace attn
