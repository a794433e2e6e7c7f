#include "core/model/options.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

constexpr std::array<Option, 0> option_table{};

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
