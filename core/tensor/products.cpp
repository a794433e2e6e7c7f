// Every cell is one chain of fused multiply-adds in increasing k, from 0; vectors run over columns. Long chains are
// cut: the float32 so far is stored and loaded again. A chain ends early if only zeros would be added. So a cell's bits
// do not depend on tiles, on the cells computed beside it, or on the width of a register. (Packed panels: Goto and van
// de Geijn 2008, "Anatomy of High-Performance Matrix Multiplication")

#include "core/tensor/products.h"

#include "core/tensor/instruction_sets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tensor/products.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tensor/lanes-inl.h"

#include <algorithm>
#include <cassert>

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {
namespace {

/// Number of rows, and of vectors in a row, of a tile whose sums stay in registers.
constexpr Index tile_rows = 6;
constexpr std::size_t tile_vectors = HWY_TARGET == HWY_AVX3 ? 4 : 2;
constexpr auto panel_columns = static_cast<Index>(tile_vectors * lane_count);
/// The number of values of k after which sums are stored.
constexpr Index panel_depth = 256;
/// Panels at least this deep are searched for zeros at the end of rows; in shallower ones the search takes longer than
/// it saves.
constexpr Index depth_worth_a_look = 32;
/// The number of rows from which on it is faster to copy a panel of the right operand into contiguous memory.
constexpr Index rows_worth_packing = 24;

/// The operands of one step: rows of the left operand times some columns of the right one, over a range of k.
struct Panel {
    const float* left;
    Index left_stride;
    Index rows;
    Index depth;
    const float* right;
    Index right_stride;
    std::size_t in_last_vector; ///< number of values in the last vector of a row
    bool padded;                ///< true: rows of the right operand are filled with zeros up to a whole vector
    const float* bias;          ///< null: there is no bias
    bool begun;                 ///< true: the result contains the sums over earlier values of k
    float* result;
    Index result_stride;
};

/// Loads a vector of a tile's row; the last vector may be partial.
template <int vectors, bool partial>
HWY_INLINE Vector load(const float* row, int vector, std::size_t in_last_vector) {
    const float* const from = row + static_cast<std::size_t>(vector) * lane_count;
    if (partial && vector == vectors - 1)
        return load_first(from, in_last_vector);
    return hn::LoadU(Lanes(), from);
}

template <int vectors, bool partial>
HWY_INLINE void store(Vector numbers, float* row, int vector, std::size_t in_last_vector) {
    float* const to = row + static_cast<std::size_t>(vector) * lane_count;
    if (partial && vector == vectors - 1)
        store_first(numbers, in_last_vector, to);
    else
        hn::StoreU(numbers, Lanes(), to);
}

/// sums(r, c) += Σ_k left(r, k) · right(k, c) for k in [first, last). `partial`: the last vector of each row of the
/// right operand is partial.
template <int rows, int vectors, bool partial>
HWY_INLINE void multiply_and_add(const Panel& panel, const float* left, Index first, Index last,
                                 Vector (&sums)[rows][vectors]) {
    const float* right = panel.right + first * panel.right_stride;
    for (Index k = first; k < last; ++k, right += panel.right_stride) {
        Vector row[vectors];
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v)
            row[v] = load<vectors, partial>(right, v, panel.in_last_vector);
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r) {
            const Vector factor = hn::Set(Lanes(), left[r * panel.left_stride + k]);
#pragma GCC unroll 8
            for (int v = 0; v < vectors; ++v)
                sums[r][v] = hn::MulAdd(factor, row[v], sums[r][v]);
        }
    }
}

template <int rows, int vectors, bool partial>
HWY_INLINE void add_bias(const Panel& panel, Vector (&sums)[rows][vectors]) {
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) {
        const Vector bias = load<vectors, partial>(panel.bias, v, panel.in_last_vector);
#pragma GCC unroll 8
        for (int r = 0; r < rows; ++r)
            sums[r][v] = hn::Add(sums[r][v], bias);
    }
}

/// True if any sum is −0: adding a zero would change it to 0.
template <int rows, int vectors>
HWY_INLINE bool any_negative_zero(const Vector (&sums)[rows][vectors]) {
    constexpr Lanes lanes;
    constexpr hn::RebindToSigned<Lanes> integers;
    const auto negative_zero = hn::BitCast(integers, hn::Set(lanes, -0.0F));
    auto any = hn::IsNaN(hn::Zero(lanes));
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v)
            any = hn::Or(any, hn::RebindMask(lanes, hn::Eq(hn::BitCast(integers, sums[r][v]), negative_zero)));
    return !hn::AllFalse(lanes, any);
}

/// Computes `rows` x `vectors` vectors of sums. From k = `depth` on, the left operand's rows are zeros and the right
/// operand is finite.
template <int rows, int vectors, bool partial, bool padded>
void add_tile(const Panel& panel, Index first_row, Index depth) {
    float* const result = panel.result + first_row * panel.result_stride;
    Vector sums[rows][vectors];
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v)
            sums[r][v] = panel.begun ? load<vectors, partial>(result + r * panel.result_stride, v, panel.in_last_vector)
                                     : hn::Zero(Lanes());
    const float* const left = panel.left + first_row * panel.left_stride;
    multiply_and_add<rows, vectors, partial && !padded>(panel, left, 0, depth, sums);
    if (depth < panel.depth && any_negative_zero(sums))
        multiply_and_add<rows, vectors, partial && !padded>(panel, left, depth, panel.depth, sums);
    if (panel.bias != nullptr)
        add_bias<rows, vectors, partial>(panel, sums);
#pragma GCC unroll 8
    for (int r = 0; r < rows; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < vectors; ++v)
            store<vectors, partial>(sums[r][v], result + r * panel.result_stride, v, panel.in_last_vector);
}

/// Returns the index of the first of the zeros at the end of a row, or one that is later by at most a register; at
/// least `least`.
HWY_INLINE Index end_before_zeros(const float* row, Index count, Index least) {
    constexpr Lanes lanes;
    constexpr auto step = static_cast<Index>(lane_count);
    Index end = count;
    while (end - step >= least && hn::AllTrue(lanes, hn::Eq(hn::LoadU(lanes, row + end - step), hn::Zero(lanes))))
        end -= step;
    return end;
}

/// Returns the k from which on the left operand's rows are zeros, as attention weights are after a causal mask's
/// diagonal.
Index depth_before_zeros(const Panel& panel, Index first_row, Index rows) {
    Index depth = 0;
    for (Index r = first_row; r < first_row + rows; ++r) {
        const float* const row = panel.left + r * panel.left_stride;
        depth = end_before_zeros(row, panel.depth, depth);
        if (depth == panel.depth)
            break;
    }
    return depth;
}

/// Returns the k from which on all numbers of the right operand are finite.
template <int vectors>
Index first_of_finite_rows(const Panel& panel) {
    constexpr Lanes lanes;
    for (Index first = panel.depth; first > 0; --first) {
        const float* const row = panel.right + (first - 1) * panel.right_stride;
        Vector zeros = hn::Zero(lanes); // or NaN, if a number is not finite
        for (int v = 0; v < vectors; ++v)
            zeros = hn::MulAdd(load<vectors, true>(row, v, panel.in_last_vector), hn::Zero(lanes), zeros);
        if (!hn::AllFalse(lanes, hn::IsNaN(zeros)))
            return first;
    }
    return 0;
}

/// Computes the depths at which chains may end: adding 0 · x changes nothing unless x is infinite or NaN.
template <int vectors>
class Depths {
public:
    explicit Depths(const Panel& panel) : panel_(panel) {}

    /// Returns the depth for some rows of the left operand.
    Index of_rows(Index first_row, Index rows) {
        if (panel_.depth < depth_worth_a_look)
            return panel_.depth;
        const Index depth = depth_before_zeros(panel_, first_row, rows);
        if (depth == panel_.depth)
            return depth;
        if (finite_from_ < 0)
            finite_from_ = first_of_finite_rows<vectors>(panel_);
        return std::max(depth, finite_from_);
    }

private:
    const Panel& panel_;
    Index finite_from_ = -1; ///< negative: not known yet
};

template <int vectors, bool partial, bool padded>
void add_rows(const Panel& panel) {
    using Tile = void (*)(const Panel&, Index, Index);
    constexpr Tile tiles[]{add_tile<1, vectors, partial, padded>, add_tile<2, vectors, partial, padded>,
                           add_tile<3, vectors, partial, padded>, add_tile<4, vectors, partial, padded>,
                           add_tile<5, vectors, partial, padded>, add_tile<6, vectors, partial, padded>};
    Depths<vectors> depths(panel);
    for (Index first = 0; first < panel.rows;) {
        const Index left = panel.rows - first;
        // The last two tiles share the rows that are left: a fused multiply-add waits for the one before it in its
        // chain, so a tile needs several chains.
        const Index rows = left >= 2 * tile_rows || left <= tile_rows ? std::min(left, tile_rows) : left - left / 2;
        tiles[rows - 1](panel, first, depths.of_rows(first, rows));
        first += rows;
    }
}

template <int vectors>
void add_vectors(const Panel& panel) {
    if (panel.in_last_vector == lane_count)
        add_rows<vectors, false, false>(panel);
    else if (panel.padded)
        add_rows<vectors, true, true>(panel);
    else
        add_rows<vectors, true, false>(panel);
}

void add_panel(const Panel& panel, Index columns) {
    switch ((static_cast<std::size_t>(columns) + lane_count - 1) / lane_count) {
    case 1:
        return add_vectors<1>(panel);
    case 2:
        return add_vectors<2>(panel);
#if HWY_TARGET == HWY_AVX3
    case 3:
        return add_vectors<3>(panel);
    case 4:
        return add_vectors<4>(panel);
#endif
    default:
        assert(false);
    }
}

/// Fills the last vector of each packed row with zeros if the columns do not fill it, so that whole registers can be
/// loaded.
void pad(Index rows, Index columns, float* packed) {
    const auto behind = columns % static_cast<Index>(lane_count);
    if (behind == 0)
        return;
    for (Index k = 0; k < rows; ++k)
        hn::StoreU(hn::Zero(Lanes()), Lanes(), packed + k * panel_columns + columns - behind);
}

/// packed(k, j) = right(k, j); packed rows are panel_columns apart.
void pack(const ConstView& right, float* packed) {
    pad(right.rows, right.columns, packed);
    for (Index k = 0; k < right.rows; ++k)
        std::copy_n(right.data + k * right.stride, right.columns, packed + k * panel_columns);
}

#if HWY_TARGET == HWY_SCALAR
constexpr Index square = 1;

HWY_INLINE void transpose_squares(const float* from, Index /*stride*/, float* to) {
    *to = *from;
}
#else
constexpr Index square = 4;

/// Loads 4 x 4 squares that are below each other in memory, as many as fit side by side in a register.
template <class Tag>
HWY_INLINE hn::Vec<Tag> rows_of_squares(Tag tag, const float* from, Index stride) {
    constexpr auto half_rows = static_cast<Index>(hn::MaxLanes(Tag()) / 2);
    if constexpr (half_rows == 2)
        return hn::LoadU(tag, from);
    else {
        const hn::Half<Tag> half;
        return hn::Combine(tag, rows_of_squares(half, from + half_rows * stride, stride),
                           rows_of_squares(half, from, stride));
    }
}

/// Transposes four columns of as many rows as a register has lanes.
HWY_INLINE void transpose_squares(const float* from, Index stride, float* to) {
    constexpr Lanes lanes;
    constexpr hn::Repartition<double, Lanes> pairs;
    const auto interleave = [&](Vector left, Vector right, float* even, float* odd) {
        const auto first = hn::BitCast(pairs, left);
        const auto second = hn::BitCast(pairs, right);
        hn::StoreU(hn::BitCast(lanes, hn::InterleaveLower(pairs, first, second)), lanes, even);
        hn::StoreU(hn::BitCast(lanes, hn::InterleaveUpper(pairs, first, second)), lanes, odd);
    };
    const Vector a = rows_of_squares(lanes, from, stride);
    const Vector b = rows_of_squares(lanes, from + stride, stride);
    const Vector c = rows_of_squares(lanes, from + 2 * stride, stride);
    const Vector d = rows_of_squares(lanes, from + 3 * stride, stride);
    interleave(hn::InterleaveLower(lanes, a, b), hn::InterleaveLower(lanes, c, d), to, to + panel_columns);
    interleave(hn::InterleaveUpper(lanes, a, b), hn::InterleaveUpper(lanes, c, d), to + 2 * panel_columns,
               to + 3 * panel_columns);
}
#endif

/// packed(k, j) = right(j, k); packed rows are panel_columns apart.
void pack_transposed(const ConstView& right, float* packed) {
    constexpr auto together = static_cast<Index>(lane_count);
    pad(right.columns, right.rows, packed);
    const Index whole_rows = right.rows / together * together;
    const Index whole_columns = right.columns / square * square;
    for (Index j = 0; j < whole_rows; j += together) {
        const float* const from = right.data + j * right.stride;
        for (Index k = 0; k < whole_columns; k += square)
            transpose_squares(from + k, right.stride, packed + k * panel_columns + j);
        for (Index k = whole_columns; k < right.columns; ++k)
            for (Index next = 0; next < together; ++next)
                packed[k * panel_columns + j + next] = from[next * right.stride + k];
    }
    for (Index j = whole_rows; j < right.rows; ++j)
        for (Index k = 0; k < right.columns; ++k)
            packed[k * panel_columns + j] = right(j, k);
}

/// result = left · right + bias, or left · rightᵀ + bias if `transposed`; a null bias adds nothing.
void multiply(const ConstView& left, const ConstView& right, bool transposed, const float* bias, const View& result) {
    HWY_ALIGN float packed[panel_depth * panel_columns];
    const bool packs = transposed || (right.stride > panel_columns && left.rows >= rows_worth_packing);
    for (Index k = 0; k == 0 || k < left.columns; k += panel_depth) {
        const Index depth = std::min(panel_depth, left.columns - k);
        const bool last = k + depth >= left.columns;
        for (Index j = 0; j < result.columns; j += panel_columns) {
            const Index columns = std::min(panel_columns, result.columns - j);
            const float* from = packs ? packed : right.data + k * right.stride + j;
            if (transposed)
                pack_transposed({right.data + j * right.stride + k, columns, depth, right.stride}, packed);
            else if (packs)
                pack({right.data + k * right.stride + j, depth, columns, right.stride}, packed);
            const auto in_last_vector = (static_cast<std::size_t>(columns) - 1) % lane_count + 1;
            add_panel({left.data + k, left.stride, left.rows, depth, from, packs ? panel_columns : right.stride,
                       in_last_vector, packs, last && bias != nullptr ? bias + j : nullptr, k > 0, result.data + j,
                       result.stride},
                      columns);
        }
    }
}

} // namespace
} // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(multiply);

void product(const ConstView& left, const ConstView& right, const View& result) {
    assert(left.columns == right.rows && result.rows == left.rows && result.columns == right.columns);
    HWY_DYNAMIC_DISPATCH(multiply)(left, right, false, nullptr, result);
}

void product_with_transposed(const ConstView& left, const ConstView& right, const View& result) {
    assert(left.columns == right.columns && result.rows == left.rows && result.columns == right.rows);
    HWY_DYNAMIC_DISPATCH(multiply)(left, right, true, nullptr, result);
}

void affine(const ConstView& left, const ConstView& right, const ConstView& bias, const View& result) {
    assert(left.columns == right.rows && result.rows == left.rows && result.columns == right.columns);
    assert(bias.data == nullptr || (bias.rows == 1 && bias.columns == result.columns));
    HWY_DYNAMIC_DISPATCH(multiply)(left, right, false, bias.data, result);
}

} // namespace attn
#endif
