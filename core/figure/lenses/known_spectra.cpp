#include "core/figure/lenses/known_spectra.h"

#include <algorithm>
#include <fmt/core.h>
#include <numeric>
#include <string_view>

namespace attn {

namespace {

Background::Key key_of(SlowLens part, WeightProduct product, Index head) {
    return {static_cast<Index>(part), static_cast<Index>(product), head};
}

/// What is known of another layer's head says nothing of this one.
template <class Found, class Fits>
Later<Found> of_this_layer(Later<Found> known, const Fits& fits) {
    if (known.found != nullptr && *known.found && !fits(**known.found))
        known.found = nullptr;
    return known;
}

} // namespace

/// The product that the stage is about comes first.
std::array<WeightProduct, 2> products_at(ArrayId stage) {
    const bool writes = stage == ArrayId::V || stage == ArrayId::O || stage == ArrayId::Y;
    if (writes)
        return {WeightProduct::writing, WeightProduct::asking};
    return {WeightProduct::asking, WeightProduct::writing};
}

std::string formula_of_product(const DrawContext& drawing, WeightProduct product) {
    const bool transposed = drawing.session.tokens_as_columns;
    if (product == WeightProduct::asking)
        return transposed ? "<W_K><W_Q T>" : "<W_Q><W_K T>";
    return transposed ? "<W_O T><W_V T>" : "<W_V><W_O>";
}

Result<void> has_spectrum(const DrawContext& drawing, WeightProduct product, Index head) {
    return has_spectrum(drawing.trace, drawing.view_state.item, head, product);
}

namespace {

/// A decomposition that gives both.
struct ValuesAndDirections {
    MaybeSpectrum values;
    MaybeDirections directions;
};

Later<ValuesAndDirections> both_of(const DrawContext& drawing, WeightProduct product, Index head) {
    const ProductWeights weights = product_weights(drawing.layer(), head, product);
    return drawing.cache.found_later(key_of(SlowLens::singular_directions, product, head),
                                     {weights.first, weights.second}, 2 * spectrum_effort(weights), true, [weights] {
                                         MaybeDirections directions = spectrum_directions(weights);
                                         MaybeSpectrum values;
                                         if (directions)
                                             values = directions->spectrum;
                                         return ValuesAndDirections{std::move(values), std::move(directions)};
                                     });
}

} // namespace

Later<MaybeSpectrum> values_of(const DrawContext& drawing, WeightProduct product, Index head) {
    const ProductWeights weights = product_weights(drawing.layer(), head, product);
    const bool is_in_sight = head == drawing.view_state.head;
    Later<MaybeSpectrum> known;
    if (drawing.view_state.on_paper && is_in_sight) { // its directions are shown too
        const Later<ValuesAndDirections> both = both_of(drawing, product, head);
        known = {both.found != nullptr ? &both.found->values : nullptr, both.is_present};
    } else
        known =
            drawing.cache.found_later(key_of(SlowLens::singular_values, product, head), {weights.first, weights.second},
                                      spectrum_effort(weights), is_in_sight, [weights] { return spectrum(weights); });
    return of_this_layer(known,
                         [&](const Spectrum& found) { return std::ssize(found.values) == spectrum_size(weights); });
}

Later<MaybeDirections> directions_of(const DrawContext& drawing, WeightProduct product, Index head) {
    const ProductWeights weights = product_weights(drawing.layer(), head, product);
    const Later<ValuesAndDirections> both = both_of(drawing, product, head);
    const Later<MaybeDirections> known{both.found != nullptr ? &both.found->directions : nullptr, both.is_present};
    const Index other = product == WeightProduct::asking ? weights.second.rows() : weights.second.columns();
    return of_this_layer(known, [&](const SpectrumDirections& found) {
        return found.left.shape() == Shape{spectrum_size(weights), weights.first.rows()} &&
               found.right.shape() == Shape{spectrum_size(weights), other};
    });
}

const Spectrum* SpectraOfHeads::found(Index head) const {
    const MaybeSpectrum* const there = of(head).found;
    return there != nullptr && *there ? &**there : nullptr;
}

SpectraOfHeads spectra_of_heads(const DrawContext& drawing, WeightProduct product) {
    const Index heads = drawing.sizes().H;
    SpectraOfHeads all{.known = std::vector<Later<MaybeSpectrum>>(static_cast<std::size_t>(heads))};
    for (Index n = 0; n < heads; ++n) {
        const Index head = (drawing.view_state.head + n) % heads;
        const bool has_one{has_spectrum(drawing, product, head)};
        Later<MaybeSpectrum>& known = all.known[static_cast<std::size_t>(head)];
        if (has_one)
            known = values_of(drawing, product, head);
        all.settled += known.is_present || !has_one ? 1 : 0;
        if (const Spectrum* const spectrum = all.found(head); spectrum != nullptr && !spectrum->values.empty())
            all.largest = std::max(all.largest, spectrum->values.front());
    }
    return all;
}

Result<void> has_any_spectrum(const DrawContext& drawing) {
    const Index head = drawing.view_state.head;
    const auto asking = has_spectrum(drawing, WeightProduct::asking, head);
    const auto writing = has_spectrum(drawing, WeightProduct::writing, head);
    if (asking || writing)
        return {};
    return error("there is no spectrum: {}, and {}", asking.error().message, writing.error().message);
}

Index count_of_singular_values(const DrawContext& drawing) {
    Index most = 1;
    for (const auto& [product, prefix] : spectrum_bars)
        if (has_spectrum(drawing, product, drawing.view_state.head))
            most = std::max(most, spectrum_size(product_weights(drawing.layer(), drawing.view_state.head, product)));
    return most;
}

std::optional<ToldSingularValue> singular_value(const DrawContext& drawing, WeightProduct product, Index number) {
    const Index head = drawing.view_state.head;
    if (!has_spectrum(drawing, product, head))
        return std::nullopt;
    const auto known = values_of(drawing, product, head);
    if (known.found == nullptr || !*known.found || number < 0 || number >= std::ssize((**known.found).values))
        return std::nullopt;
    const Spectrum& found = **known.found;
    const double sum = std::accumulate(found.values.begin(), found.values.end(), 0.0);
    const double value = found.values[static_cast<std::size_t>(number)];
    return ToldSingularValue{formula_of_product(drawing, product), value, sum > 0 ? value / sum : 0,
                             found.effective_rank, std::ssize(found.values)};
}

} // namespace attn
