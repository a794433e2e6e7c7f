#include "core/explain/diff.h"

#include "core/model/arrays.h"
#include "core/model/options.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace attn {

namespace {

/// Adds the differences between two matrices of equal shape; `first` is their first cell.
void add(ArrayDiff& diff, double& squares, const Matrix& before, const Matrix& after, const CellId& first) {
    diff.cells += after.rows() * after.columns();
    if (before.is_same_as(after))
        return;
    const Index changed_before = diff.changed;
    for (Index i = 0; i < after.rows(); ++i)
        for (Index j = 0; j < after.columns(); ++j) {
            const auto then = static_cast<double>(before(i, j));
            const auto now = static_cast<double>(after(i, j));
            if (then == now || (std::isnan(then) && std::isnan(now)))
                continue;
            double change = std::abs(now - then);
            if (std::isnan(change))
                change = std::numeric_limits<double>::infinity();
            if (diff.changed == 0 || change > diff.largest) {
                diff.largest = change;
                diff.most = {first.layer, first.array, first.item, first.head, i, j};
            }
            ++diff.changed;
            squares += change * change;
        }
    if (diff.changed > changed_before && (diff.moved_heads.empty() || diff.moved_heads.back() != first.head))
        diff.moved_heads.push_back(first.head);
}

void finish(ArrayDiff& diff, double squares) {
    if (diff.cells > 0)
        diff.root_mean_square = std::sqrt(squares / static_cast<double>(diff.cells));
}

ArrayDiff not_comparable(ArrayId array) {
    ArrayDiff diff;
    diff.array = array;
    diff.comparable = false;
    diff.most.array = array;
    return diff;
}

ArrayDiff diff_of(ArrayId id, const Trace& before, const Trace& after) {
    if (before.has(id) != after.has(id) || before.extent(id) != after.extent(id) ||
        before.addresses().heads(id) != after.addresses().heads(id) ||
        shape_of(before.sizes(), id) != shape_of(after.sizes(), id))
        return not_comparable(id);
    ArrayDiff diff;
    diff.array = id;
    const Extent extent = after.extent(id);
    diff.heads = extent.heads;
    double squares = 0;
    // The outer loop is over heads, so that each head is recorded once.
    for (const Index head : after.addresses().heads(id))
        for (Index item = 0; item < extent.items; ++item) {
            const Address slot{after.layer().number, id, item, head};
            add(diff, squares, before.compute_uncached(slot), after.compute_uncached(slot),
                {slot.layer, id, item, head, 0, 0});
        }
    finish(diff, squares);
    return diff;
}

/// The number of tokens with different text, in both sequences.
ArrayDiff diff_of_tokens(const Trace& before, const Trace& after) {
    ArrayDiff diff;
    diff.most.array = ArrayId::X;
    const auto add_sequence = [&](const Sequence& then, const Sequence& now, ArrayId shown) {
        if (then.item_count() != now.item_count() || then.token_count() != now.token_count()) {
            diff.comparable = false;
            return;
        }
        for (std::size_t item = 0; item < now.items.size(); ++item)
            for (std::size_t token = 0; token < now.items[item].size(); ++token) {
                ++diff.cells;
                if (then.items[item][token] == now.items[item][token])
                    continue;
                if (diff.changed++ == 0)
                    diff.most = {after.layer().number,      shown, static_cast<Index>(item), 0,
                                 static_cast<Index>(token), 0};
            }
    };
    add_sequence(before.layer().sequence, after.layer().sequence, ArrayId::X);
    if ((before.layer().context == nullptr) != (after.layer().context == nullptr))
        diff.comparable = false;
    else if (after.layer().context)
        add_sequence(*before.layer().context, *after.layer().context, ArrayId::context);
    return diff;
}

} // namespace

std::vector<ArrayDiff> diff_of_traces(const Trace& before, const Trace& after) {
    std::vector<ArrayDiff> all{diff_of_tokens(before, after)};
    std::array<bool, static_cast<std::size_t>(array_count)> listed{};
    const auto list = [&](ArrayId id) {
        bool& done = listed.at(static_cast<std::size_t>(id));
        if (!done && (before.has(id) || after.has(id)))
            all.push_back(diff_of(id, before, after));
        done = true;
    };
    for (const Array& row : stages()) {
        for (const Operand& operand : after.recipe(row.id).operands)
            if (is_parameter(operand.array))
                list(operand.array);
        list(row.id);
    }
    return all;
}

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

/// The option in a sentence: "the soft cap".
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
