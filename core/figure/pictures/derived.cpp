#include "core/figure/pictures/derived.h"

#include <cassert>
#include <vector>

namespace attn {

namespace {

/// More differences than one picture shows; beyond them all are forgotten.
constexpr std::size_t most_differences = 128;

} // namespace

Matrix difference(ConstView left, ConstView right) {
    assert(left.shape() == right.shape());
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(left.rows * left.columns));
    for (Index i = 0; i < left.rows; ++i)
        for (Index j = 0; j < left.columns; ++j)
            values.push_back(left(i, j) == right(i, j) ? 0 : left(i, j) - right(i, j));
    return Matrix::adopt(std::move(values), left.rows, left.columns);
}

Range Derived::range(const Trace& trace, SlotId slot, ConstView values, Palette palette, ConstView mask,
                     SlotId mask_slot) {
    const std::uint64_t version = trace.version(slot);
    const std::uint64_t mask_version = mask.data == nullptr ? 0 : trace.version(mask_slot);
    const auto found = ranges_.find(slot);
    if (found != ranges_.end() && found->second.version == version && found->second.mask_version == mask_version &&
        found->second.palette == palette)
        return found->second.range;
    const Range range = range_of(values, palette, mask);
    ranges_.insert_or_assign(slot, KnownRange{version, mask_version, palette, range});
    return range;
}

Derived::Read Derived::read_of(const Trace& trace, SlotId shares) {
    const Layer& layer = trace.layer();
    const auto item = static_cast<std::size_t>(shares.item);
    const std::uint64_t masked =
        trace.has(StageId::masked) ? trace.version({StageId::masked, shares.item, shares.head}) : 0;
    return {trace.version(shares), masked, layer.sequence.items.at(item), key_sequence(layer).items.at(item)};
}

ClaimMeasure Derived::claim(const Trace& trace, SlotId shares, const Claim& claim) {
    Read read = read_of(trace, shares);
    KnownClaim& known = claims_[shares];
    if (!(known.read == read) || !(known.claim == claim))
        known = {std::move(read), claim, measure_claim(claim, trace, shares.item, shares.head)};
    return known.measure;
}

std::optional<FittingClaim> Derived::best_claim(const Trace& trace, SlotId shares) {
    Read read = read_of(trace, shares);
    KnownBest& known = best_claims_[shares];
    if (!(known.read == read))
        known = {std::move(read), attn::best_claim(trace, shares.item, shares.head)};
    return known.best;
}

Matrix Derived::difference(const Trace& left, SlotId left_slot, const Trace& right, SlotId right_slot) {
    if (differences_.size() > most_differences)
        differences_.clear();
    KnownDifference& known = differences_[{left_slot, right_slot, &left != &right}];
    const std::uint64_t left_version = left.version(left_slot);
    const std::uint64_t right_version = right.version(right_slot);
    if (known.values.empty() || known.left_version != left_version || known.right_version != right_version)
        known = {left_version, right_version, attn::difference(left.matrix(left_slot), right.matrix(right_slot))};
    return known.values;
}

float Derived::number(const Trace& trace, SlotId slot, const std::function<float()>& find) {
    const std::uint64_t version = trace.version(slot);
    const auto found = numbers_.find(slot);
    if (found != numbers_.end() && found->second.version == version)
        return found->second.value;
    const float value = find();
    numbers_.insert_or_assign(slot, KnownNumber{version, value});
    return value;
}

} // namespace attn
