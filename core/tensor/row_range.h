#pragma once

#include "core/tensor/matrix.h"

#include <algorithm>

namespace attn {

/// Neighbouring rows of a matrix, maybe none.
struct RowRange {
    Index first = 0;
    Index last = 0; ///< the one behind the last row

    Index count() const { return last - first; }
    bool empty() const { return first >= last; }
    bool contains(RowRange other) const { return other.empty() || (first <= other.first && other.last <= last); }
    bool operator==(const RowRange&) const = default;
};

/// The least range with all rows of both.
inline RowRange united(RowRange left, RowRange right) {
    if (left.empty() || right.empty())
        return left.empty() ? right : left;
    return {std::min(left.first, right.first), std::max(left.last, right.last)};
}

inline ConstView rows_of(ConstView view, RowRange rows) {
    return {view.data + rows.first * view.stride, rows.count(), view.columns, view.stride};
}

inline View rows_of(View view, RowRange rows) {
    return {view.data + rows.first * view.stride, rows.count(), view.columns, view.stride};
}

} // namespace attn
