#include "core/files/ndarray.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

namespace attn {

namespace {

/// The address of empty views, since a Matrix with a null address would not be a matrix.
constexpr float nothing = 0;

ConstView view_of(std::span<const float> values, Index rows, Index columns) {
    return {values.empty() ? &nothing : values.data(), rows, columns, columns};
}

} // namespace

NdArray NdArray::of(std::vector<Index> shape, std::vector<float> values) {
    assert(number_count(shape) == static_cast<Index>(values.size()));
    const auto owner = std::make_shared<const std::vector<float>>(std::move(values));
    return {std::move(shape), DataType::float32, owner, *owner};
}

bool NdArray::has_shape(std::initializer_list<Index> expected) const {
    return std::ranges::equal(shape, expected);
}

Matrix NdArray::matrix() const {
    assert(rank() <= 2);
    const Index columns = rank() == 0 ? 1 : shape.back();
    const Index rows = rank() == 2 ? shape.front() : 1;
    return {owner, view_of(values, rows, columns)};
}

Matrix NdArray::matrix_at(std::initializer_list<Index> leading) const {
    assert(rank() == static_cast<Index>(leading.size()) + 2);
    Index slice = 0;
    auto axis = shape.begin();
    for (const Index index : leading) {
        assert(index >= 0 && index < *axis);
        slice = slice * *axis++ + index;
    }
    const Index rows = shape[shape.size() - 2];
    const Index columns = shape.back();
    const auto size = static_cast<std::size_t>(rows * columns);
    return {owner, view_of(values.subspan(static_cast<std::size_t>(slice) * size, size), rows, columns)};
}

NdArray NdArray::at(std::size_t axis, Index index) const {
    assert(axis < shape.size() && index >= 0 && index < shape[axis]);
    NdArray part = *this;
    part.shape.erase(part.shape.begin() + static_cast<std::ptrdiff_t>(axis));
    std::size_t inner = 1; // numbers from one index of the axis to the next
    for (std::size_t later = axis; later < part.shape.size(); ++later)
        inner *= static_cast<std::size_t>(part.shape[later]);
    const std::size_t first = static_cast<std::size_t>(index) * inner;
    if (axis == 0) {
        part.values = values.subspan(first, inner);
        return part;
    }
    std::vector<float> copied;
    for (std::size_t begin = first; begin < values.size(); begin += inner * static_cast<std::size_t>(shape[axis]))
        copied.insert(copied.end(), values.begin() + static_cast<std::ptrdiff_t>(begin),
                      values.begin() + static_cast<std::ptrdiff_t>(begin + inner));
    part = of(std::move(part.shape), std::move(copied));
    part.stored = stored;
    return part;
}

std::string shape_text(std::span<const Index> shape) {
    return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

} // namespace attn
