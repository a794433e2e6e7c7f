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

constexpr std::array option_table{
    Option{.id = OptionId::alibi,
           .name = "alibi",
           .label = "ALiBi: a bias by distance",
           .about = "each step between query and key costs a head the same; the heads differ",
           .config_key = "alibi",
           .is_on = has_alibi,
           .set = set_alibi},
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
