#include "core/explain/changed_settings.h"

#include "core/model/options.h"

#include <algorithm>
#include <fmt/format.h>

namespace attn {

namespace {

bool are_same(const std::vector<Matrix>& left, const std::vector<Matrix>& right) {
    return std::ranges::equal(left, right,
                              [](const Matrix& one, const Matrix& other) { return one.is_same_as(other); });
}

bool is_same_mask(const Mask& before, const Mask& after) {
    return before.causal == after.causal && before.pad_tokens == after.pad_tokens && before.window == after.window &&
           before.painted.is_same_as(after.painted) && are_same(before.padding, after.padding) &&
           are_same(before.given, after.given);
}

/// As sentences say it: "the soft cap".
std::string name_of(const Option& option) {
    std::string name = "the " + std::string(option.name);
    std::ranges::replace(name, '-', ' ');
    return name;
}

Index changed_pins(const std::map<CellId, float>& before, const std::map<CellId, float>& after) {
    Index changed = 0;
    for (const auto& [cell, value] : before)
        changed += after.contains(cell) ? 0 : 1;
    for (const auto& [cell, value] : after) {
        const auto was = before.find(cell);
        changed += was == before.end() || was->second != value ? 1 : 0;
    }
    return changed;
}

} // namespace

ChangedSettings changed_settings(const Layer& before, const Layer& after) {
    ChangedSettings changed;
    if (!is_same_mask(before.mask, after.mask))
        changed.names.emplace_back("the mask");
    if (before.sequence.positions.kind != after.sequence.positions.kind)
        changed.names.emplace_back("the positions");
    for (const Option& option : options()) {
        const bool is_of_mask = option.file_key.starts_with("mask");
        if (!is_of_mask && option.value(before) != option.value(after))
            changed.names.push_back(name_of(option));
    }
    if (const Index pins = changed_pins(before.pins, after.pins); pins > 0)
        changed.names.push_back(pins == 1 ? std::string("a pin") : fmt::format("{} pins", pins));
    for (std::size_t head = 0; head < std::min(before.heads.size(), after.heads.size()); ++head)
        if (before.heads[head].on != after.heads[head].on)
            (after.heads[head].on ? changed.switched_on : changed.switched_off).push_back(static_cast<Index>(head));
    return changed;
}

} // namespace attn
