// Vectors of float32 for the kernels, compiled once for each instruction set.

// Highway flips HWY_TARGET_TOGGLE for each instruction set, so that the file is read once for each.
#if defined(ATTN_CORE_TENSOR_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTN_CORE_TENSOR_LANES_INL_H
#undef ATTN_CORE_TENSOR_LANES_INL_H
#else
#define ATTN_CORE_TENSOR_LANES_INL_H
#endif

#include <algorithm>
#include <cstddef>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace attn::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// A vector of as many numbers as a register can hold, at most 16.
using Lanes = hn::CappedTag<float, 16>;
using Vector = hn::Vec<Lanes>;
inline constexpr std::size_t lane_count = hn::MaxLanes(Lanes());

/// Returns a vector of the first `count` numbers, followed by zeros; nothing after these numbers is read.
HWY_INLINE HWY_MAYBE_UNUSED Vector load_first(const float* from, std::size_t count) {
#if HWY_MEM_OPS_MIGHT_FAULT
    HWY_ALIGN float numbers[lane_count] = {};
    std::copy_n(from, count, numbers);
    return hn::Load(Lanes(), numbers);
#else
    return hn::MaskedLoad(hn::FirstN(Lanes(), count), Lanes(), from);
#endif
}

/// Stores the first `count` numbers; nothing after them is written.
HWY_INLINE HWY_MAYBE_UNUSED void store_first(Vector numbers, std::size_t count, float* to) {
#if HWY_MEM_OPS_MIGHT_FAULT
    HWY_ALIGN float all[lane_count];
    hn::Store(numbers, Lanes(), all);
    std::copy_n(all, count, to);
#else
    hn::BlendedStore(numbers, hn::FirstN(Lanes(), count), Lanes(), to);
#endif
}

} // namespace
} // namespace attn::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
