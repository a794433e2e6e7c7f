#include "core/tensor/softmax.h"

#include "core/tensor/instruction_sets.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/tensor/softmax.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "core/tensor/lanes-inl.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {
namespace {

/// The number of values that are reduced side by side, in as many registers as are needed.
constexpr std::size_t fixed_lanes = 16;
constexpr std::size_t registers = fixed_lanes / lane_count;

/// The exponent below which e^x is 0 in float32.
constexpr float rounds_to_zero = -104;

/// e^x = 2^n · e^r, r within ±ln 2 / 2, where e^r is a polynomial: its error is below 2 units of the last place
/// everywhere, denormal numbers included. (Coefficients: Cephes, S. Moshier 1989, expf.c)
HWY_INLINE Vector exponential(Vector x) {
    constexpr Lanes lanes;
    constexpr hn::RebindToSigned<Lanes> integers;
    // Exponents that round to 0 (all masked keys) are set to 0 first: some processors take a hundred cycles for a
    // product below the smallest normal number. From 89 on e^x is infinite.
    const auto is_zero = hn::Lt(x, hn::Set(lanes, rounds_to_zero));
    const Vector limited = hn::Min(hn::IfThenZeroElse(is_zero, x), hn::Set(lanes, 89.0F));
    // Adding a large number rounds x / ln 2 to n, and leaves n + 2 · 127 in the last bits.
    const Vector large = hn::Set(lanes, 0x1.8p23F + 254.0F);
    const Vector shifted = hn::MulAdd(limited, hn::Set(lanes, 1.44269504088896341F), large);
    const Vector n = hn::Sub(shifted, large);
    // ln 2 in two parts: n times the first part is exact.
    Vector r = hn::NegMulAdd(n, hn::Set(lanes, 0.693359375F), limited);
    r = hn::NegMulAdd(n, hn::Set(lanes, -2.12194440e-4F), r);
    Vector sum = hn::Set(lanes, 1.9875691500e-4F);
    sum = hn::MulAdd(sum, r, hn::Set(lanes, 1.3981999507e-3F));
    sum = hn::MulAdd(sum, r, hn::Set(lanes, 8.3334519073e-3F));
    sum = hn::MulAdd(sum, r, hn::Set(lanes, 4.1665795894e-2F));
    sum = hn::MulAdd(sum, r, hn::Set(lanes, 1.6666665459e-1F));
    sum = hn::MulAdd(sum, r, hn::Set(lanes, 5.0000001201e-1F));
    sum = hn::Add(hn::MulAdd(hn::Mul(r, r), sum, r), hn::Set(lanes, 1.0F));
    // 2^n as a product of two powers of two, each with its own exponent, so that 2^n may be denormal or infinite; only
    // the last product rounds.
    const auto exponents = hn::BitCast(integers, shifted);
    const auto half = hn::ShiftRight<1>(exponents);
    const Vector first = hn::BitCast(lanes, hn::ShiftLeft<23>(half));
    const Vector second = hn::BitCast(lanes, hn::ShiftLeft<23>(hn::Sub(exponents, half)));
    const Vector power = hn::IfThenZeroElse(is_zero, hn::Mul(hn::Mul(sum, first), second));
    return hn::IfThenElse(hn::IsNaN(x), x, power);
}

/// The next 16 numbers of a row; after its end, `otherwise`.
class Block {
public:
    HWY_INLINE Block(const float* from, Index count, float otherwise)
        : from_(from), count_(static_cast<std::size_t>(count)), otherwise_(otherwise) {}

    HWY_INLINE Vector vector(std::size_t i) const {
        constexpr Lanes lanes;
        const std::size_t before = i * lane_count;
        if (before + lane_count <= count_)
            return hn::LoadU(lanes, from_ + before);
        const std::size_t left = count_ - std::min(before, count_);
        const Vector numbers = load_first(from_ + count_ - left, left);
        return hn::IfThenElse(hn::FirstN(lanes, left), numbers, hn::Set(lanes, otherwise_));
    }

private:
    const float* from_;
    std::size_t count_;
    float otherwise_;
};

struct Larger {
    HWY_INLINE float operator()(float one, float other) const { return std::max(one, other); }
    template <class V>
    HWY_INLINE V operator()(V one, V other) const {
        return hn::Max(one, other);
    }
};

struct Sum {
    HWY_INLINE float operator()(float one, float other) const { return one + other; }
    template <class V>
    HWY_INLINE V operator()(V one, V other) const {
        return hn::Add(one, other);
    }
};

/// Combines the lanes of a register: the lower half with the upper half, until one number is left.
template <class Tag, class Join>
HWY_INLINE float joined_lanes(Tag tag, hn::Vec<Tag> vector, const Join& join) {
    constexpr std::size_t lanes = hn::MaxLanes(Tag());
#if HWY_TARGET != HWY_SCALAR // has no half registers
    if constexpr (lanes > 4) {
        const hn::Half<Tag> half;
        return joined_lanes(half, join(hn::LowerHalf(half, vector), hn::UpperHalf(half, vector)), join);
    }
#endif
    HWY_ALIGN float all[lanes];
    hn::Store(vector, tag, all);
    for (std::size_t half = lanes / 2; half > 0; half /= 2)
        for (std::size_t i = 0; i < half; ++i)
            all[i] = join(all[i], all[i + half]);
    return all[0];
}

/// Combines the fixed lanes in the same order on every machine.
template <class Join>
HWY_INLINE float joined_lanes(Vector (&vectors)[registers], const Join& join) {
    for (std::size_t half = registers / 2; half > 0; half /= 2)
        for (std::size_t i = 0; i < half; ++i)
            vectors[i] = join(vectors[i], vectors[i + half]);
    return joined_lanes(Lanes(), vectors[0], join);
}

float row_maximum(const float* row, Index count) {
    constexpr Lanes lanes;
    Vector largest[registers];
    for (Vector& vector : largest)
        vector = hn::Set(lanes, minus_infinity);
    auto any_nan = hn::IsNaN(hn::Zero(lanes));
    for (Index j = 0; j < count; j += static_cast<Index>(fixed_lanes)) {
        const Block block(row + j, count - j, minus_infinity);
        for (std::size_t i = 0; i < registers; ++i) {
            const Vector next = block.vector(i);
            any_nan = hn::Or(any_nan, hn::IsNaN(next));
            largest[i] = hn::Max(largest[i], next);
        }
    }
    return hn::AllFalse(lanes, any_nan) ? joined_lanes(largest, Larger()) : std::numeric_limits<float>::quiet_NaN();
}

float row_total(const float* row, Index count) {
    constexpr Lanes lanes;
    Vector sums[registers];
    for (Vector& vector : sums)
        vector = hn::Zero(lanes);
    for (Index j = 0; j < count; j += static_cast<Index>(fixed_lanes)) {
        const Block block(row + j, count - j, 0);
        for (std::size_t i = 0; i < registers; ++i)
            sums[i] = hn::Add(sums[i], block.vector(i));
    }
    return joined_lanes(sums, Sum());
}

void exponentials_of_row(const float* row, float largest, Index count, float* result) {
    constexpr Lanes lanes;
    const Vector shift = hn::Set(lanes, largest);
    constexpr auto step = static_cast<Index>(lane_count);
    Index j = 0;
    for (; j + step <= count; j += step) {
        const Vector x = hn::Sub(hn::LoadU(lanes, row + j), shift);
        // All keys behind a causal mask are like this.
        const bool all_zero = hn::AllTrue(lanes, hn::Lt(x, hn::Set(lanes, rounds_to_zero)));
        hn::StoreU(all_zero ? hn::Zero(lanes) : exponential(x), lanes, result + j);
    }
    if (const auto rest = static_cast<std::size_t>(count - j); rest > 0)
        store_first(exponential(hn::Sub(load_first(row + j, rest), shift)), rest, result + j);
}

void divide_row(const float* HWY_RESTRICT row, float divisor, Index count, float* HWY_RESTRICT result) {
    constexpr Lanes lanes;
    constexpr auto step = static_cast<Index>(lane_count);
    const Vector under = hn::Set(lanes, divisor);
    const bool keeps_zeros = divisor > 0;
    Index j = 0;
    for (; j + step <= count; j += step) {
        const Vector over = hn::LoadU(lanes, row + j);
        const bool all_zero = keeps_zeros && hn::AllTrue(lanes, hn::Eq(over, hn::Zero(lanes)));
        hn::StoreU(all_zero ? over : hn::Div(over, under), lanes, result + j);
    }
    for (; j < count; ++j)
        result[j] = row[j] / divisor;
}

void maxima_of_rows(const ConstView& masked, const View& row_max) {
    for (Index i = 0; i < masked.rows; ++i)
        row_max(i, 0) = row_maximum(masked.data + i * masked.stride, masked.columns);
}

void exponentials_of_rows(const ConstView& masked, const ConstView& row_max, const View& exponentials) {
    for (Index i = 0; i < masked.rows; ++i) {
        float* const result = exponentials.data + i * exponentials.stride;
        if (const float largest = row_max(i, 0); largest == minus_infinity)
            std::fill_n(result, masked.columns, 0.0F);
        else
            exponentials_of_row(masked.data + i * masked.stride, largest, masked.columns, result);
    }
}

void sums_of_rows(const ConstView& exponentials, const View& row_sum) {
    for (Index i = 0; i < exponentials.rows; ++i)
        row_sum(i, 0) = row_total(exponentials.data + i * exponentials.stride, exponentials.columns);
}

void shares_of_rows(const ConstView& exponentials, const ConstView& row_sum, const View& shares) {
    for (Index i = 0; i < exponentials.rows; ++i) {
        float* const result = shares.data + i * shares.stride;
        if (const float sum = row_sum(i, 0); sum == 0)
            std::fill_n(result, shares.columns, 0.0F);
        else
            divide_row(exponentials.data + i * exponentials.stride, sum, shares.columns, result);
    }
}

} // namespace
} // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attn {

HWY_EXPORT(maxima_of_rows);
HWY_EXPORT(exponentials_of_rows);
HWY_EXPORT(sums_of_rows);
HWY_EXPORT(shares_of_rows);

void row_maxima(const ConstView& masked, const View& row_max) {
    assert(row_max.rows == masked.rows);
    HWY_DYNAMIC_DISPATCH(maxima_of_rows)(masked, row_max);
}

void shifted_exponentials(const ConstView& masked, const ConstView& row_max, const View& exponentials) {
    assert(row_max.rows == masked.rows && exponentials.shape() == masked.shape());
    HWY_DYNAMIC_DISPATCH(exponentials_of_rows)(masked, row_max, exponentials);
}

void row_sums(const ConstView& exponentials, const View& row_sum) {
    assert(row_sum.rows == exponentials.rows);
    HWY_DYNAMIC_DISPATCH(sums_of_rows)(exponentials, row_sum);
}

void row_shares(const ConstView& exponentials, const ConstView& row_sum, const View& shares) {
    assert(row_sum.rows == exponentials.rows && shares.shape() == exponentials.shape());
    HWY_DYNAMIC_DISPATCH(shares_of_rows)(exponentials, row_sum, shares);
}

} // namespace attn
#endif
