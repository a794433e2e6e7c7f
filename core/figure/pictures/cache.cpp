#include "core/figure/pictures/cache.h"

#include "core/tensor/compose.h"
#include "core/tensor/workers.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace attn {

namespace {

/// The largest number of differences that are stored. It is more than one picture shows; above it all are dropped.
constexpr std::size_t most_differences = 128;

bool is_shown_all_the_same(ConstView mask, ConstView values, float hidden, Index i, Index j) {
    return is_masked(mask, i, j) && values(i, j) != hidden;
}

/// True if the part has a masked cell that is shown nevertheless, because a pin overrides the mask.
bool any_is_shown(ConstView mask, ConstView values, float hidden, Submatrix part) {
    unsigned any = 0; // no branch within a row, so that it is read at the speed of memory
    for (Index i = part.rows.first; i < part.rows.last && any == 0; ++i)
        for (Index j = part.columns.first; j < part.columns.last; ++j)
            any |= static_cast<unsigned>(is_masked(mask, i, j)) & static_cast<unsigned>(values(i, j) != hidden);
    return any != 0;
}

bool any_is_shown(ConstView mask, ConstView values, float hidden, const Region& region) {
    return any_is_shown(mask, values, hidden, Submatrix{region.rows, {0, values.columns}}) ||
           any_is_shown(mask, values, hidden, Submatrix{{0, values.rows}, region.columns});
}

/// The result for two matrices. Drops all results first if there are too many.
template <class Known, class Slots>
Known& known_of(std::map<Slots, Known>& all, const Slots& slots) {
    if (all.size() > most_differences)
        all.clear();
    return all[slots];
}

} // namespace

LensInputs& LensInputs::stage(const Trace& trace, ArrayId stage, Index item) {
    number(trace.has(stage) ? 1 : 0);
    if (trace.has(stage))
        for (const Address slot : trace.slots(stage))
            if (slot.item == item || trace.extent(stage).items == 1)
                numbers.push_back(trace.version(slot));
    return *this;
}

LensInputs& LensInputs::weights(const Layer& layer, ArrayId array) {
    for (const Index head : Addresses(layer).heads(array))
        matrices.push_back(parameter(layer, array, head));
    return *this;
}

bool PictureCache::find_what_waits(Workers& workers, const std::stop_token& stop,
                                   const std::function<void(std::size_t done, std::size_t all)>& progress) {
    std::vector<std::pair<Background::Key, Waiting>> all(waiting_.begin(), waiting_.end());
    waiting_.clear();
    std::vector<std::optional<Background::Found>> found(all.size());
    std::mutex one_at_a_time;
    std::size_t done = 0;
    progress(done, all.size());
    workers.run(all.size(), [&](std::size_t task, std::size_t /*worker*/) {
        if (stop.stop_requested())
            return;
        const Waiting& waiting = all[task].second;
        found[task] = Background::Found{waiting.from, waiting.find(stop)};
        const std::lock_guard lock(one_at_a_time);
        progress(++done, all.size());
    });
    for (std::size_t task = 0; task < all.size(); ++task)
        if (found[task])
            lenses_[all[task].first] = std::move(found[task]);
    return done == all.size() && !stop.stop_requested();
}

Range PictureCache::range(const Trace& trace, Address slot, ConstView values, Palette palette, const Matrix& mask,
                          Address mask_slot) {
    KnownExtremes& known = extremes_[slot];
    const std::uint64_t version = trace.version(slot);
    const std::uint64_t mask_version = mask.empty() ? 0 : trace.version(mask_slot);
    // The trace's own mask is identified by its version and not stored, so that the engine can reuse its memory.
    const Matrix other = !mask.empty() && mask.is_same_as(trace.matrix(mask_slot)) ? Matrix() : mask;
    const bool same_mask = known.mask_version == mask_version && known.other_mask.is_same_as(other);
    if (known.version != version || !same_mask) {
        known.found = known.tiles.follow({values, mask},
                                         same_mask ? trace.moved_since(slot, known.version) : std::nullopt, workers_);
        known.version = version;
        known.mask_version = mask_version;
        known.other_mask = other;
    }
    return range_of(known.found, palette);
}

Matrix PictureCache::mask_without_pinned(const Trace& trace, Address mask_slot, Address slot, float hidden) {
    KnownMask& known = masks_[slot];
    const std::uint64_t version = trace.version(slot);
    const std::uint64_t mask_version = trace.version(mask_slot);
    if (!known.mask.empty() && known.version == version && known.mask_version == mask_version)
        return known.mask;
    const Matrix mask = trace.matrix(mask_slot);
    const Matrix values = trace.matrix(slot);
    const bool follows = known.is_whole && known.mask_version == mask_version;
    const auto moved = follows ? trace.moved_since(slot, known.version) : std::nullopt;
    known = {version, mask_version, mask,
             !any_is_shown(mask, values, hidden, moved.value_or(Region::everything(values.shape())))};
    if (!known.is_whole)
        known.mask = filled(mask.rows(), mask.columns(), [&](Index i, Index j) {
            return is_shown_all_the_same(mask, values, hidden, i, j) ? 0 : mask(i, j);
        });
    return known.mask;
}

PictureCache::Read PictureCache::read_of(const Trace& trace, Address shares) {
    const Layer& layer = trace.layer();
    const auto item = static_cast<std::size_t>(shares.item);
    const std::uint64_t masked =
        trace.has(ArrayId::masked) ? trace.version({shares.layer, ArrayId::masked, shares.item, shares.head}) : 0;
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
    if (is_parameter(slot.array))
        return {0, trace.matrix(slot)};
    return {trace.version(slot), Matrix()};
}

Matrix PictureCache::difference(const Trace& left, Address left_slot, const Trace& right, Address right_slot) {
    KnownDifference& known = known_of(differences_, {left_slot, right_slot, &left != &right});
    const Numbers of_left = numbers_of(left, left_slot);
    const Numbers of_right = numbers_of(right, right_slot);
    if (known.values.empty() || known.left != of_left || known.right != of_right)
        known = {of_left, of_right, attn::difference(left.matrix(left_slot), right.matrix(right_slot))};
    return known.values;
}

Range PictureCache::range_of_difference(const Trace& left, Address left_slot, const Trace& right, Address right_slot,
                                        Palette palette, ConstView mask, Address mask_slot) {
    KnownDifferenceExtremes& known = known_of(difference_extremes_, {left_slot, right_slot, &left != &right});
    const Numbers of_left = numbers_of(left, left_slot);
    const Numbers of_right = numbers_of(right, right_slot);
    const std::uint64_t mask_version = mask.data == nullptr ? 0 : left.version(mask_slot);
    const bool is_beside_the_same = known.found && known.right == of_right && known.mask_version == mask_version;
    if (is_beside_the_same && known.left == of_left)
        return range_of(*known.found, palette);
    const bool follows = is_beside_the_same && known.left.version != 0;
    const auto moved = follows ? left.moved_since(left_slot, known.left.version) : std::nullopt;
    known.found = known.tiles.follow({left.matrix(left_slot), mask, right.matrix(right_slot)}, moved, workers_);
    known.left = of_left;
    known.right = of_right;
    known.mask_version = mask_version;
    return range_of(*known.found, palette);
}

Typeset PictureCache::formula(const std::string& tex, float size, Colour colour, const std::function<Typeset()>& set) {
    constexpr std::size_t most_formulas = 2000; // a window shows about a hundred; while it zooms, each size is another
                                                // formula
    if (formulas_.size() >= most_formulas)
        formulas_.clear();
    const auto [known, is_new] = formulas_.try_emplace({tex, size, std::bit_cast<std::uint32_t>(colour)});
    if (is_new)
        known->second = set();
    return known->second;
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
