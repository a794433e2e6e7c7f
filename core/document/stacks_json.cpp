#include "core/document/stacks_json.h"

#include "core/model/arrays.h"
#include "core/tensor/compose.h"

#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr Index columns_of_a_pin = 5;
constexpr Index columns_of_a_slot = 2;

float written(Index place) {
    return static_cast<float>(place + 1);
}

/// A whole number from 1 to `most`, from 0; what is none is noted in the field.
Index read_place(float number, Index most, Index row, const Field& field) {
    if (number >= 1 && number <= static_cast<float>(most) && number == std::floor(number))
        return static_cast<Index>(number) - 1;
    field.fail(fmt::format("row {} has {}, expected a whole number from 1 to {}", row + 1, number, most));
    return 0;
}

bool has_columns(const Matrix& stack, Index columns, const Field& field) {
    if (!stack.empty() && stack.columns() == columns)
        return true;
    field.fail(fmt::format("expected an array of {} columns", columns));
    return false;
}

} // namespace

Matrix stack_of_pins(std::span<const std::pair<CellId, float>> pins) {
    return filled(std::ssize(pins), columns_of_a_pin, [&](Index i, Index j) {
        const auto& [cell, value] = pins[static_cast<std::size_t>(i)];
        const std::array<float, columns_of_a_pin> row{written(cell.item), written(cell.head), written(cell.row),
                                                      written(cell.column), value};
        return row.at(static_cast<std::size_t>(j));
    });
}

void read_stack_of_pins(const Matrix& stack, ArrayId array, const Sizes& sizes, const Field& field,
                        std::map<CellId, float>& pins) {
    if (field.failed() || !has_columns(stack, columns_of_a_pin, field))
        return;
    const Shape shape = shape_of(sizes, array);
    for (Index i = 0; i < stack.rows() && !field.failed(); ++i) {
        const CellId cell{array, read_place(stack(i, 0), sizes.B, i, field), read_place(stack(i, 1), sizes.H, i, field),
                          read_place(stack(i, 2), shape.rows, i, field),
                          read_place(stack(i, 3), shape.columns, i, field)};
        if (!field.failed() && !pins.emplace(cell, stack(i, 4)).second)
            field.fail(fmt::format("{} is pinned twice", cell_name(cell)));
    }
}

Matrix stack_of_slots(std::span<const Address> slots) {
    return filled(std::ssize(slots), columns_of_a_slot, [&](Index i, Index j) {
        const Address& slot = slots[static_cast<std::size_t>(i)];
        return written(j == 0 ? slot.item : slot.head);
    });
}

std::vector<Address> read_stack_of_slots(const Matrix& stack, ArrayId array, const Sizes& sizes, const Field& field) {
    std::vector<Address> slots;
    if (field.failed() || !has_columns(stack, columns_of_a_slot, field))
        return slots;
    for (Index i = 0; i < stack.rows() && !field.failed(); ++i)
        slots.push_back(
            {array, read_place(stack(i, 0), sizes.B, i, field), read_place(stack(i, 1), sizes.H, i, field)});
    return slots;
}

} // namespace attn
