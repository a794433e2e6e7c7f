// The kernels are plain loops, which the compiler turns into vectors for each instruction set.

#include "core/tensor/cellwise.h"

#include "core/tensor/instruction_sets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tensor/cellwise.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {
namespace {

void add_rows_of(const float* HWY_RESTRICT left, const float* HWY_RESTRICT right, Index count,
                 float* HWY_RESTRICT result) {
    for (Index j = 0; j < count; ++j)
        result[j] = left[j] + right[j];
}

void subtract_rows(const float* HWY_RESTRICT left, const float* HWY_RESTRICT right, Index count,
                   float* HWY_RESTRICT result) {
    for (Index j = 0; j < count; ++j)
        result[j] = left[j] == right[j] ? 0 : left[j] - right[j];
}

void add_to_row(const float* HWY_RESTRICT addend, Index count, float* HWY_RESTRICT result) {
    for (Index j = 0; j < count; ++j)
        result[j] += addend[j];
}

void scale_row(const float* HWY_RESTRICT from, double factor, Index count, float* HWY_RESTRICT result) {
    for (Index j = 0; j < count; ++j)
        result[j] = static_cast<float>(factor * static_cast<double>(from[j]));
}

void sum_cells(const ConstView& left, const ConstView& right, const View& result) {
    for (Index i = 0; i < result.rows; ++i)
        add_rows_of(left.data + i * left.stride, right.data + i * right.stride, result.columns,
                    result.data + i * result.stride);
}

void subtract_cells(const ConstView& left, const ConstView& right, const View& result) {
    for (Index i = 0; i < result.rows; ++i)
        subtract_rows(left.data + i * left.stride, right.data + i * right.stride, result.columns,
                      result.data + i * result.stride);
}

void add_cells(const ConstView& addend, const View& result) {
    for (Index i = 0; i < result.rows; ++i)
        add_to_row(addend.data + i * addend.stride, result.columns, result.data + i * result.stride);
}

void add_one_row(const ConstView& row, const View& result) {
    for (Index i = 0; i < result.rows; ++i)
        add_to_row(row.data, result.columns, result.data + i * result.stride);
}

void scale_cells(const ConstView& matrix, double factor, const View& result) {
    for (Index i = 0; i < result.rows; ++i)
        scale_row(matrix.data + i * matrix.stride, factor, result.columns, result.data + i * result.stride);
}

} // namespace
} // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(sum_cells);
HWY_EXPORT(subtract_cells);
HWY_EXPORT(add_cells);
HWY_EXPORT(add_one_row);
HWY_EXPORT(scale_cells);

void sum(const ConstView& left, const ConstView& right, const View& result) {
    assert(left.shape() == right.shape() && left.shape() == result.shape());
    HWY_DYNAMIC_DISPATCH(sum_cells)(left, right, result);
}

void subtract(const ConstView& left, const ConstView& right, const View& result) {
    assert(left.shape() == right.shape() && left.shape() == result.shape());
    HWY_DYNAMIC_DISPATCH(subtract_cells)(left, right, result);
}

void add(const ConstView& addend, const View& result) {
    assert(addend.shape() == result.shape());
    HWY_DYNAMIC_DISPATCH(add_cells)(addend, result);
}

void add_to_rows(const ConstView& row, const View& result) {
    assert(row.rows == 1 && row.columns == result.columns);
    HWY_DYNAMIC_DISPATCH(add_one_row)(row, result);
}

void scaled_copy(const ConstView& matrix, double factor, const View& result) {
    assert(matrix.shape() == result.shape());
    HWY_DYNAMIC_DISPATCH(scale_cells)(matrix, factor, result);
}

void copy(const ConstView& from, const View& to) {
    assert(from.shape() == to.shape());
    for (Index i = 0; i < from.rows; ++i)
        std::ranges::copy(from.row(i), to.row(i).begin());
}

bool is_zero(const ConstView& matrix) {
    for (Index i = 0; i < matrix.rows; ++i)
        if (std::ranges::any_of(matrix.row(i), [](float number) { return std::bit_cast<std::uint32_t>(number) != 0; }))
            return false;
    return true;
}

} // namespace attn
#endif
