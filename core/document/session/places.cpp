#include "core/document/session/places.h"

#include "core/model/address.h"
#include "core/model/arrays.h"

#include <cmath>
#include <limits>

namespace attn {

namespace {

bool may_hide(ArrayId array) {
    const Meaning meaning = row_of(array).meaning;
    return meaning == Meaning::score || meaning == Meaning::mask;
}

bool may_hold(ArrayId array, float value) {
    return std::isfinite(value) || (value == minus_infinity && may_hide(array));
}

std::string_view what_may_be_held(ArrayId array) {
    return may_hide(array) ? "a finite number or −∞" : "a finite number";
}

} // namespace

Result<Address> find_slot(const Layer& layer, ArrayId stage, Index item, Index head) {
    const Sizes sizes = sizes_of(layer);
    if (item < 0 || item >= sizes.B)
        return error("{}: there is no item {}, expected 1 to {}", named(stage), item + 1, sizes.B);
    if (head < 0 || head >= sizes.H)
        return error("{}: there is no head {}, expected 1 to {}", named(stage), head + 1, sizes.H);
    return Addresses(layer, sizes).canonical(Address{layer.number, stage, item, head});
}

Result<void> check_parameter(const Layer& layer, ArrayId parameter, Index head) {
    const Sizes sizes = sizes_of(layer);
    if (!is_wanted(layer, parameter))
        return error("there is no {} in this session", named(parameter));
    if (has_heads(parameter) && (head < 0 || head >= sizes.H))
        return error("{}: there is no head {}, expected 1 to {}", named(parameter), head + 1, sizes.H);
    const Shape shape = shape_of(sizes, parameter);
    if (shape.rows == 0 || shape.columns == 0)
        return error("{}: this layer gives no weights from which its shape would follow", named(parameter));
    return {};
}

Result<void> check_cell(ArrayId array, Shape shape, Index row, Index column) {
    if (row < 0 || row >= shape.rows)
        return error("{}: there is no row {}, expected 1 to {}", named(array), row + 1, shape.rows);
    if (column < 0 || column >= shape.columns)
        return error("{}: there is no column {}, expected 1 to {}", named(array), column + 1, shape.columns);
    return {};
}

Result<void> check_number(ArrayId array, float value) {
    if (may_hold(array, value))
        return {};
    return error("{}: {} is no number it can hold; expected {}", named(array), value, what_may_be_held(array));
}

Result<void> check_numbers(ArrayId array, const Matrix& matrix) {
    for (Index i = 0; i < matrix.rows(); ++i)
        for (Index j = 0; j < matrix.columns(); ++j)
            if (!may_hold(array, matrix(i, j)))
                return error("{}: {} in row {}, column {} is no number it can hold; expected {}", named(array),
                             matrix(i, j), i + 1, j + 1, what_may_be_held(array));
    return {};
}

Result<void> check_shape(std::string_view name, Shape found, Shape expected) {
    if (found == expected)
        return {};
    return error("{} has shape {}, expected {}", name, shape_in_words(found), shape_in_words(expected));
}

std::string shape_in_words(Shape shape) {
    return fmt::format("{} × {}", shape.rows, shape.columns);
}

} // namespace attn
