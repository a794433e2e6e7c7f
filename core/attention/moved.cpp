#include "core/attention/moved.h"

#include "core/attention/stages.h"

#include <array>
#include <cmath>
#include <limits>

namespace attn {

namespace {

/// Adds what moved between two matrices of one shape, whose cells are those from `first` on.
void add(Movement& movement, double& squares, const Matrix& before, const Matrix& after, const CellId& first) {
    movement.cells += after.rows() * after.columns();
    if (before.is_same_as(after))
        return;
    const Index changed_before = movement.changed;
    for (Index i = 0; i < after.rows(); ++i)
        for (Index j = 0; j < after.columns(); ++j) {
            const auto then = static_cast<double>(before(i, j));
            const auto now = static_cast<double>(after(i, j));
            if (then == now || (std::isnan(then) && std::isnan(now)))
                continue;
            double change = std::abs(now - then);
            if (std::isnan(change))
                change = std::numeric_limits<double>::infinity();
            if (movement.changed == 0 || change > movement.largest) {
                movement.largest = change;
                movement.most = {first.array, first.item, first.head, i, j};
            }
            ++movement.changed;
            squares += change * change;
        }
    if (movement.changed > changed_before &&
        (movement.moved_heads.empty() || movement.moved_heads.back() != first.head))
        movement.moved_heads.push_back(first.head);
}

void finish(Movement& movement, double squares) {
    if (movement.cells > 0)
        movement.root_mean_square = std::sqrt(squares / static_cast<double>(movement.cells));
}

Movement not_comparable(ArrayId array) {
    Movement movement;
    movement.array = array;
    movement.comparable = false;
    movement.most.array = array;
    return movement;
}

Movement movement_of(StageId id, const Trace& before, const Trace& after) {
    if (before.has(id) != after.has(id) || before.extent(id) != after.extent(id) ||
        shape_of(before.sizes(), id) != shape_of(after.sizes(), id))
        return not_comparable(id);
    Movement movement;
    movement.array = id;
    const Extent extent = after.extent(id);
    movement.heads = extent.heads;
    double squares = 0;
    // Heads outside, so that each is noted once.
    for (const Index head : after.addresses().heads(id))
        for (Index item = 0; item < extent.items; ++item) {
            const SlotId slot{id, item, head};
            add(movement, squares, before.passing(slot), after.passing(slot), {id, item, head, 0, 0});
        }
    finish(movement, squares);
    return movement;
}

Movement movement_of(ParameterId id, const Trace& before, const Trace& after) {
    const auto matrix = [id](const Trace& trace, Index head) { return parameter(trace.layer(), id, head); };
    const Sizes& sizes = after.sizes();
    if (matrix(before, 0).shape() != matrix(after, 0).shape() || before.sizes().H != sizes.H ||
        before.sizes().group != sizes.group)
        return not_comparable(id);
    Movement movement;
    movement.array = id;
    movement.heads = after.addresses().extent(id).heads;
    double squares = 0;
    for (const Index head : after.addresses().heads(id))
        add(movement, squares, matrix(before, head), matrix(after, head), {id, 0, head, 0, 0});
    finish(movement, squares);
    return movement;
}

/// How many tokens have another text; those of a second sequence count with the first.
Movement movement_of_tokens(const Trace& before, const Trace& after) {
    Movement movement;
    movement.most.array = StageId::X;
    const auto add_sequence = [&](const Sequence& then, const Sequence& now, StageId shown) {
        if (then.item_count() != now.item_count() || then.token_count() != now.token_count()) {
            movement.comparable = false;
            return;
        }
        for (std::size_t item = 0; item < now.items.size(); ++item)
            for (std::size_t token = 0; token < now.items[item].size(); ++token) {
                ++movement.cells;
                if (then.items[item][token] == now.items[item][token])
                    continue;
                if (movement.changed++ == 0)
                    movement.most = {shown, static_cast<Index>(item), 0, static_cast<Index>(token), 0};
            }
    };
    add_sequence(before.layer().sequence, after.layer().sequence, StageId::X);
    if ((before.layer().context == nullptr) != (after.layer().context == nullptr))
        movement.comparable = false;
    else if (after.layer().context)
        add_sequence(*before.layer().context, *after.layer().context, StageId::context);
    return movement;
}

bool exists(const Trace& trace, ParameterId id) {
    return !parameter(trace.layer(), id, 0).empty();
}

} // namespace

std::vector<Movement> movements(const Trace& before, const Trace& after) {
    std::vector<Movement> all{movement_of_tokens(before, after)};
    std::array<bool, static_cast<std::size_t>(parameter_count)> listed{};
    for (const Stage& row : stages()) {
        const bool is_there = before.has(row.id) || after.has(row.id);
        for (const ParameterInput& input : row.parameters) {
            bool& done = listed.at(static_cast<std::size_t>(input.parameter));
            if (!done && (exists(before, input.parameter) || exists(after, input.parameter)))
                all.push_back(movement_of(input.parameter, before, after));
            done = true;
        }
        if (is_there)
            all.push_back(movement_of(row.id, before, after));
    }
    return all;
}

} // namespace attn
