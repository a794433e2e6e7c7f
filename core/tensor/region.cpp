#include "core/tensor/region.h"

namespace attn {

namespace {

bool is_row_equal(ConstView left, ConstView right, Index row) {
    const IndexRange one{row, row + 1};
    return equal_bits(rows_of(left, one), rows_of(right, one));
}

} // namespace

IndexRange different_rows(ConstView left, ConstView right) {
    IndexRange rows{0, left.rows};
    while (!rows.empty() && is_row_equal(left, right, rows.first))
        ++rows.first;
    while (!rows.empty() && is_row_equal(left, right, rows.last - 1))
        --rows.last;
    return rows.empty() ? IndexRange() : rows;
}

IndexRange different_columns(ConstView left, ConstView right) {
    IndexRange columns;
    const auto is_equal = [&](Index row, Index column) {
        const Submatrix cell{{row, row + 1}, {column, column + 1}};
        return equal_bits(part_of(left, cell), part_of(right, cell));
    };
    for (Index i = 0; i < left.rows; ++i) {
        if (is_row_equal(left, right, i))
            continue;
        IndexRange here{0, left.columns};
        while (is_equal(i, here.first))
            ++here.first;
        while (is_equal(i, here.last - 1))
            --here.last;
        columns = united(columns, here);
    }
    return columns;
}

} // namespace attn
