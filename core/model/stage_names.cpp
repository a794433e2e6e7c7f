#include "core/model/stage_names.h"

#include "core/model/arrays.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

using enum ArrayId;

/// The name of a stage in another program.
struct OtherName {
    std::string_view name;
    ArrayId stage{};
    bool tokens_first = false;
    std::string_view within{}; ///< the component that must come before it; empty: any
};

constexpr std::array other_names{
    // TransformerLens, whose scores are scaled and masked.
    OtherName{"hook_q", Q, true},
    OtherName{"hook_k", K, true},
    OtherName{"hook_v", V, true},
    OtherName{"hook_rot_q", Q_rotated, true},
    OtherName{"hook_rot_k", K_rotated, true},
    OtherName{"hook_attn_scores", masked},
    OtherName{"hook_pattern", A},
    OtherName{"hook_z", O, true},
    OtherName{"hook_result", parts, true},
    OtherName{"hook_attn_out", Y},
    OtherName{"hook_resid_pre", resid_pre},
    OtherName{"hook_normalized", X, false, "ln1"},
    // Models of Hugging Face, and PyTorch's nn.MultiheadAttention.
    OtherName{"attentions", A},
    OtherName{"attention", A},
    OtherName{"attn", A},
    OtherName{"attention_scores", scaled},
    OtherName{"attn_weights", A},
    OtherName{"attn_output_weights", A},
    OtherName{"attention_weights", A},
    OtherName{"attention_probs", A},
    OtherName{"attn_output", Y},
};

/// Components that TransformerLens' names have between the layer and the stage.
constexpr std::array<std::string_view, 2> parts_of_layer{"attn", "ln1"};

/// A name split at its last dot; `before` includes the dot.
struct Components {
    std::string_view before;
    std::string_view last;
};

Components last_apart(std::string_view name) {
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? Components{"", name}
                                         : Components{name.substr(0, dot + 1), name.substr(dot + 1)};
}

bool is_number(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char letter) { return letter >= '0' && letter <= '9'; });
}

std::optional<StageName> known_elsewhere(const Components& name) {
    const auto found = std::ranges::find(other_names, name.last, &OtherName::name);
    if (found == other_names.end())
        return std::nullopt;
    std::string_view before = name.before;
    const std::string_view part = before.empty() ? before : last_apart(before.substr(0, before.size() - 1)).last;
    if (!found->within.empty() && part != found->within)
        return std::nullopt;
    if (std::ranges::find(parts_of_layer, part) != parts_of_layer.end())
        before.remove_suffix(part.size() + 1);
    return StageName{found->stage, std::string(before), found->tokens_first};
}

} // namespace

std::optional<StageName> stage_of_name(std::string_view name) {
    const Components components = last_apart(name);
    if (const auto own = find_array(components.last); own && is_stage(*own))
        return StageName{*own, std::string(components.before)};
    if (!is_number(components.last) || components.before.empty())
        return known_elsewhere(components);
    // The layer's number may come after the name: "attentions.3".
    auto numbered = known_elsewhere(last_apart(components.before.substr(0, components.before.size() - 1)));
    if (numbered)
        numbered->prefix += std::string(components.last) + ".";
    return numbered;
}

} // namespace attn
