#include "core/tensor/region.h"

namespace attn {

namespace {

bool is_row_equal(const ConstView& left, const ConstView& right, Index row) {
    const IndexRange one{row, row + 1};
    return equal_bits(rows_of(left, one), rows_of(right, one));
}

} // namespace

IndexRange different_rows(const ConstView& left, const ConstView& right) {
    IndexRange rows{0, left.rows};
    while (!rows.empty() && is_row_equal(left, right, rows.first))
        ++rows.first;
    while (!rows.empty() && is_row_equal(left, right, rows.last - 1))
        --rows.last;
    return rows.empty() ? IndexRange() : rows;
}

IndexRange different_columns(const ConstView& left, const ConstView& right) {
    const auto is_equal = [&](Index row, IndexRange columns) {
        const Submatrix part{{row, row + 1}, columns};
        return equal_bits(part_of(left, part), part_of(right, part));
    };
    IndexRange columns{left.columns, 0}; // an empty range inside out, so that the first difference widens it from both
                                         // sides
    for (Index i = 0; i < left.rows; ++i) {
        if (!is_equal(i, {0, columns.first}))
            for (columns.first = 0; is_equal(i, {columns.first, columns.first + 1});)
                ++columns.first;
        if (!is_equal(i, {columns.last, left.columns}))
            for (columns.last = left.columns; is_equal(i, {columns.last - 1, columns.last});)
                --columns.last;
    }
    return columns.empty() ? IndexRange() : columns;
}

} // namespace attn
