#pragma once

#include <cassert>
#include <cstddef>
#include <initializer_list>
#include <limits>
#include <memory>
#include <span>
#include <utility>

namespace attn {

using Index = std::ptrdiff_t;

/// The number in the mask that hides a key: its attention weight is then exactly zero.
constexpr float minus_infinity = -std::numeric_limits<float>::infinity();

struct Shape {
    Index rows = 0;
    Index columns = 0;
    bool operator==(const Shape&) const = default;
};

/// A read-only view of numbers with another owner: row-major, the beginnings of rows are `stride` floats apart.
struct ConstView {
    const float* data = nullptr;
    Index rows = 0;
    Index columns = 0;
    Index stride = 0;

    float operator()(Index i, Index j) const {
        assert(contains(i, j));
        return data[i * stride + j];
    }
    std::span<const float> row(Index i) const {
        assert(0 <= i && i < rows);
        return {data + i * stride, static_cast<std::size_t>(columns)};
    }
    bool contains(Index i, Index j) const { return 0 <= i && i < rows && 0 <= j && j < columns; }
    Shape shape() const { return {rows, columns}; }
};

/// A view whose numbers can be changed, otherwise like ConstView.
struct View {
    float* data = nullptr;
    Index rows = 0;
    Index columns = 0;
    Index stride = 0;

    float& operator()(Index i, Index j) const {
        assert(ConstView(*this).contains(i, j));
        return data[i * stride + j];
    }
    std::span<float> row(Index i) const {
        assert(0 <= i && i < rows);
        return {data + i * stride, static_cast<std::size_t>(columns)};
    }
    Shape shape() const { return {rows, columns}; }
    operator ConstView() const { return {data, rows, columns, stride}; }
};

/// An immutable matrix of float32 that shares its storage: copying it copies a pointer. It may be a view of a part of
/// something larger (columns of packed weights, a mapped file), which it keeps alive.
class Matrix {
public:
    /// Makes an object without a matrix: empty() is true.
    Matrix() = default;

    static Matrix zeros(Index rows, Index columns);
    static Matrix identity(Index rows, Index columns);
    static Matrix from_rows(std::initializer_list<std::initializer_list<float>> rows);
    static Matrix copy_of(ConstView view);
    /// Makes a matrix that owns `values`, rows · columns numbers in row-major order.
    template <class Container>
    static Matrix adopt(Container values, Index rows, Index columns) {
        const auto owner = std::make_shared<const Container>(std::move(values));
        return Matrix(owner, {owner->data(), rows, columns, columns});
    }
    /// Makes a view that keeps `owner` alive.
    Matrix(std::shared_ptr<const void> owner, ConstView view) : owner_(std::move(owner)), view_(view) {}

    bool empty() const { return view_.data == nullptr; }
    Index rows() const { return view_.rows; }
    Index columns() const { return view_.columns; }
    Shape shape() const { return view_.shape(); }
    ConstView view() const { return view_; }
    operator ConstView() const { return view_; }
    float operator()(Index i, Index j) const { return view_(i, j); }
    std::span<const float> row(Index i) const { return view_.row(i); }

    /// Returns a copy with another value in one cell.
    Matrix with_cell(Index row, Index column, float value) const;
    /// Returns `count` columns from `first` on, sharing storage.
    Matrix column_block(Index first, Index count) const;
    /// Returns `count` rows from `first` on, sharing storage.
    Matrix row_block(Index first, Index count) const;
    Matrix transposed() const;
    /// Returns a matrix of the given shape with the upper left part of this one; new cells are zero.
    Matrix resized(Index rows, Index columns) const;

    /// True if both are views of the same numbers in memory. Quick; false for equal numbers that are stored twice.
    bool is_same_as(const Matrix& other) const {
        return view_.data == other.view_.data && shape() == other.shape() && view_.stride == other.view_.stride;
    }

private:
    std::shared_ptr<const void> owner_;
    ConstView view_;
};

/// True if both have the same shape and the same bits in every cell: NaN equals itself, and 0 differs from −0.
bool equal_bits(ConstView left, ConstView right);

} // namespace attn
