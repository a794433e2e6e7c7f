#include "core/figure/pictures/cache.h"

#include "core/tensor/buffer.h"
#include "core/tensor/cellwise.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <memory>

namespace attn {

namespace {

/// More differences than one picture shows; beyond them all are forgotten.
constexpr std::size_t most_differences = 128;

/// The mask itself where no cell must be shown all the same.
Matrix without_pinned(const Matrix& mask, ConstView values, float hidden) {
    const auto is_shown_all_the_same = [&](Index i, Index j) {
        return is_masked(mask, i, j) && values(i, j) != hidden;
    };
    bool any = false;
    for (Index i = 0; i < values.rows && !any; ++i)
        for (Index j = 0; j < values.columns; ++j)
            any = is_shown_all_the_same(i, j) || any;
    return any ? filled(mask.rows(), mask.columns(),
                        [&](Index i, Index j) { return is_shown_all_the_same(i, j) ? 0 : mask(i, j); })
               : mask;
}

} // namespace

Matrix difference(ConstView left, ConstView right) {
    const auto numbers = std::make_shared<Buffer>(left.shape());
    subtract(left, right, numbers->view());
    return matrix_of(numbers);
}

LensInputs& LensInputs::stage(const Trace& trace, ArrayId stage, Index item) {
    number(trace.has(stage) ? 1 : 0);
    if (trace.has(stage))
        for (const Address slot : trace.slots(stage))
            if (slot.item == item || trace.extent(stage).items == 1)
                numbers_.push_back(trace.version(slot));
    return *this;
}

LensInputs& LensInputs::weights(const Layer& layer, ArrayId array) {
    for (const Index head : Addresses(layer).heads(array))
        weights_.push_back(parameter(layer, array, head));
    return *this;
}

bool LensInputs::operator==(const LensInputs& other) const {
    return numbers_ == other.numbers_ &&
           std::ranges::equal(weights_, other.weights_,
                              [](const Matrix& one, const Matrix& two) { return one.is_same_as(two); });
}

Range PictureCache::range(const Trace& trace, Address slot, ConstView values, Palette palette, ConstView mask,
                          Address mask_slot) {
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

Matrix PictureCache::mask_without_pinned(const Trace& trace, Address mask_slot, Address slot, float hidden) {
    KnownMask& known = masks_[slot];
    const std::uint64_t version = trace.version(slot);
    const std::uint64_t mask_version = trace.version(mask_slot);
    if (known.mask.empty() || known.version != version || known.mask_version != mask_version)
        known = {version, mask_version, without_pinned(trace.matrix(mask_slot), trace.matrix(slot), hidden)};
    return known.mask;
}

PictureCache::Read PictureCache::read_of(const Trace& trace, Address shares) {
    const Layer& layer = trace.layer();
    const auto item = static_cast<std::size_t>(shares.item);
    const std::uint64_t masked =
        trace.has(ArrayId::masked) ? trace.version({ArrayId::masked, shares.item, shares.head}) : 0;
    return {trace.version(shares), masked, layer.sequence.items.at(item), key_sequence(layer).items.at(item)};
}

HypothesisMeasure PictureCache::hypothesis(const Trace& trace, Address shares, const Hypothesis& hypothesis) {
    Read read = read_of(trace, shares);
    KnownHypothesis& known = hypotheses_[shares];
    if (!(known.read == read) || !(known.hypothesis == hypothesis))
        known = {std::move(read), hypothesis, measure_hypothesis(hypothesis, trace, shares.item, shares.head)};
    return known.measure;
}

std::optional<FittingHypothesis> PictureCache::best_hypothesis(const Trace& trace, Address shares) {
    Read read = read_of(trace, shares);
    KnownBest& known = best_hypotheses_[shares];
    if (!(known.read == read))
        known = {std::move(read), attn::best_hypothesis(trace, shares.item, shares.head)};
    return known.best;
}

bool PictureCache::Numbers::operator==(const Numbers& other) const {
    return version == other.version && parameter.is_same_as(other.parameter);
}

PictureCache::Numbers PictureCache::numbers_of(const Trace& trace, Address slot) {
    if (is_parameter(slot.stage))
        return {0, trace.matrix(slot)};
    return {trace.version(slot), Matrix()};
}

PictureCache::KnownDifference& PictureCache::known_difference(const Trace& left, Address left_slot, const Trace& right,
                                                              Address right_slot) {
    if (differences_.size() > most_differences)
        differences_.clear();
    KnownDifference& known = differences_[{left_slot, right_slot, &left != &right}];
    const Numbers of_left = numbers_of(left, left_slot);
    const Numbers of_right = numbers_of(right, right_slot);
    if (known.values.empty() || !(known.left == of_left) || !(known.right == of_right))
        known = {of_left, of_right, attn::difference(left.matrix(left_slot), right.matrix(right_slot)), {}};
    return known;
}

Matrix PictureCache::difference(const Trace& left, Address left_slot, const Trace& right, Address right_slot) {
    return known_difference(left, left_slot, right, right_slot).values;
}

Range PictureCache::range_of_difference(const Trace& left, Address left_slot, const Trace& right, Address right_slot,
                                        Palette palette, ConstView mask, Address mask_slot) {
    KnownDifference& known = known_difference(left, left_slot, right, right_slot);
    const std::uint64_t mask_version = mask.data == nullptr ? 0 : left.version(mask_slot);
    if (!known.range || known.range->mask_version != mask_version || known.range->palette != palette)
        known.range = KnownRange{known.left.version, mask_version, palette, range_of(known.values, palette, mask)};
    return known.range->range;
}

float PictureCache::number(const Trace& trace, Address slot, const std::function<float()>& find) {
    const std::uint64_t version = trace.version(slot);
    const auto found = numbers_.find(slot);
    if (found != numbers_.end() && found->second.version == version)
        return found->second.value;
    const float value = find();
    numbers_.insert_or_assign(slot, KnownNumber{version, value});
    return value;
}

} // namespace attn
