#include "core/model/options.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

bool has_alibi(const Layer& layer) {
    return layer.alibi;
}

Result<void> set_alibi(Layer& layer, bool on) {
    layer.alibi = on;
    return {};
}

bool has_gate(const Layer& layer) {
    return !layer.heads.empty() && !layer.heads.front().W_G.empty();
}

/// Every gate begins half open.
Result<void> set_gate(Layer& layer, bool on) {
    const Sizes sizes = sizes_of(layer);
    if (on && (sizes.D == 0 || sizes.d_v == 0))
        return error("this layer gives no weights from which the shape of a gate would follow");
    for (HeadWeights& head : layer.heads)
        if (!on)
            head.W_G = Matrix();
        else if (head.W_G.empty())
            head.W_G = Matrix::zeros(sizes.D, sizes.d_v);
    return {};
}

constexpr std::array option_table{
    Option{.id = OptionId::alibi,
           .name = "alibi",
           .label = "ALiBi: a bias by distance",
           .about = "each step between query and key costs a head the same; the heads differ",
           .config_key = "alibi",
           .is_on = has_alibi,
           .set = set_alibi},
    Option{.id = OptionId::gate,
           .name = "gate",
           .label = "A gate on each head's output",
           .about = "how much of each number of a head is let through follows from X",
           .config_key = "",
           .is_written = false,
           .is_on = has_gate,
           .set = set_gate},
};

} // namespace

std::span<const Option> options() {
    return option_table;
}

const Option& option(OptionId id) {
    return options()[static_cast<std::size_t>(id)];
}

const Option* find_option(std::string_view name) {
    const auto all = options();
    const auto found = std::ranges::find(all, name, &Option::name);
    return found == all.end() ? nullptr : &*found;
}

} // namespace attn
