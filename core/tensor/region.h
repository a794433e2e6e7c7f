#pragma once

#include "core/tensor/matrix.h"

#include <algorithm>

namespace attn {

/// A range of neighbouring rows or columns of a matrix; may be empty.
struct IndexRange {
    Index first = 0;
    Index last = 0; ///< index after the last one

    Index count() const { return last - first; }
    bool empty() const { return first >= last; }
    bool contains(Index index) const { return first <= index && index < last; }
    bool contains(IndexRange other) const { return other.empty() || (first <= other.first && other.last <= last); }
    bool operator==(const IndexRange&) const = default;
};

/// Returns the smallest range that contains both.
inline IndexRange united(IndexRange left, IndexRange right) {
    if (left.empty() || right.empty())
        return left.empty() ? right : left;
    return {std::min(left.first, right.first), std::max(left.last, right.last)};
}

/// Cells of a matrix: all cells of some rows, and all cells of some columns. A change affects cells in this pattern: in
/// the scores, a token's row as a query and its column as a key.
struct Region {
    IndexRange rows;
    IndexRange columns;

    static Region everything(Shape shape) { return {{0, shape.rows}, {}}; }
    bool empty() const { return rows.empty() && columns.empty(); }
    bool operator==(const Region&) const = default;
};

/// Returns the smallest region that contains both.
inline Region united(const Region& left, const Region& right) {
    return {united(left.rows, right.rows), united(left.columns, right.columns)};
}

/// The cells in which some rows and some columns cross; they form a matrix.
struct Submatrix {
    IndexRange rows;
    IndexRange columns;
};

inline ConstView part_of(const ConstView& view, const Submatrix& part) {
    return {view.data + part.rows.first * view.stride + part.columns.first, part.rows.count(), part.columns.count(),
            view.stride};
}

inline View part_of(const View& view, const Submatrix& part) {
    return {view.data + part.rows.first * view.stride + part.columns.first, part.rows.count(), part.columns.count(),
            view.stride};
}

inline ConstView rows_of(const ConstView& view, IndexRange rows) {
    return part_of(view, {rows, {0, view.columns}});
}

inline View rows_of(const View& view, IndexRange rows) {
    return part_of(view, {rows, {0, view.columns}});
}

inline ConstView columns_of(const ConstView& view, IndexRange columns) {
    return part_of(view, {{0, view.rows}, columns});
}

inline View columns_of(const View& view, IndexRange columns) {
    return part_of(view, {{0, view.rows}, columns});
}

/// Returns the smallest range of rows that contains all bitwise differences between two matrices of one shape. Quick if
/// most rows differ.
IndexRange different_rows(const ConstView& left, const ConstView& right);

/// Returns the smallest range of columns that contains all bitwise differences between two matrices of one shape.
IndexRange different_columns(const ConstView& left, const ConstView& right);

} // namespace attn
