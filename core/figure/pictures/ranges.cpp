#include "core/figure/pictures/ranges.h"

namespace attn {

Range Ranges::of(const Trace& trace, SlotId slot, ConstView values, Palette palette, ConstView mask, SlotId mask_slot) {
    const std::uint64_t version = trace.version(slot);
    const std::uint64_t mask_version = mask.data == nullptr ? 0 : trace.version(mask_slot);
    const auto found = known_.find(slot);
    if (found != known_.end() && found->second.version == version && found->second.mask_version == mask_version)
        return found->second.range;
    const Range range = range_of(values, palette, mask);
    known_.insert_or_assign(slot, Known{version, mask_version, range});
    return range;
}

} // namespace attn
