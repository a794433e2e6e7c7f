#include "core/explain/diff.h"

#include "core/model/arrays.h"

#include <array>
#include <cmath>
#include <limits>

namespace attn {

namespace {

/// Adds what moved between two matrices of one shape, whose cells are those from `first` on.
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
                diff.most = {first.array, first.item, first.head, i, j};
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
    // Heads outside, so that each is noted once.
    for (const Index head : after.addresses().heads(id))
        for (Index item = 0; item < extent.items; ++item) {
            const Address slot{id, item, head};
            add(diff, squares, before.compute_uncached(slot), after.compute_uncached(slot), {id, item, head, 0, 0});
        }
    finish(diff, squares);
    return diff;
}

/// How many tokens have another text; those of a second sequence count with the first.
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
                    diff.most = {shown, static_cast<Index>(item), 0, static_cast<Index>(token), 0};
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

} // namespace attn
