#pragma once

#include "core/attention/trace.h"
#include "core/figure/colour_map.h"

#include <cstdint>
#include <map>

namespace attn {

/// The ranges that colours are stretched over, found again only when the numbers changed: looking for the ends of a
/// large matrix costs more than painting it.
class Ranges {
public:
    /// The range of a slot's matrix, as range_of finds it; `mask` is the matrix of the mask's slot, or empty.
    Range of(const Trace& trace, SlotId slot, ConstView values, Palette palette, ConstView mask, SlotId mask_slot);

private:
    struct Known {
        std::uint64_t version = 0;
        std::uint64_t mask_version = 0;
        Range range;
    };
    std::map<SlotId, Known> known_;
};

} // namespace attn
