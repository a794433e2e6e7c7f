#include "core/files/ndarray.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>

namespace attn {

namespace {

/// The target of empty views: a Matrix without an address would be no matrix at all.
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

std::string shape_text(std::span<const Index> shape) {
    return fmt::format("({}{})", fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
}

} // namespace attn
