#pragma once

#include "core/tensor/matrix.h"

#include <algorithm>

namespace attn {

/// Neighbouring rows or columns of a matrix; may be empty.
struct IndexRange {
    Index first = 0;
    Index last = 0; ///< one behind the last

    Index count() const { return last - first; }
    bool empty() const { return first >= last; }
    bool contains(Index index) const { return first <= index && index < last; }
    bool contains(IndexRange other) const { return other.empty() || (first <= other.first && other.last <= last); }
    bool operator==(const IndexRange&) const = default;
};

/// The smallest range that contains both.
inline IndexRange united(IndexRange left, IndexRange right) {
    if (left.empty() || right.empty())
        return left.empty() ? right : left;
    return {std::min(left.first, right.first), std::max(left.last, right.last)};
}

/// Cells of a matrix: all of some rows, and all of some columns. A change reaches cells in this pattern: in the scores,
/// a token's row as a query and its column as a key.
struct Region {
    IndexRange rows;
    IndexRange columns;

    static Region everything(Shape shape) { return {{0, shape.rows}, {}}; }
    bool empty() const { return rows.empty() && columns.empty(); }
    bool operator==(const Region&) const = default;
};

/// The smallest region that contains both.
inline Region united(const Region& left, const Region& right) {
    return {united(left.rows, right.rows), united(left.columns, right.columns)};
}

/// The cells where some rows and some columns cross: a matrix itself.
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

/// The smallest range of rows in which two matrices of one shape have different bits. Quick if most rows differ.
IndexRange different_rows(const ConstView& left, const ConstView& right);

/// The smallest range of columns in which two matrices of one shape have different bits.
IndexRange different_columns(const ConstView& left, const ConstView& right);

} // namespace attn
