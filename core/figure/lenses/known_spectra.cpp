#include "core/figure/lenses/known_spectra.h"

#include <algorithm>
#include <fmt/core.h>
#include <numeric>
#include <string_view>

namespace attn {

/// Both products; the one that the stage belongs to comes first.
std::array<WeightProduct, 2> products_at(ArrayId stage) {
    const bool writes = stage == ArrayId::V || stage == ArrayId::O || stage == ArrayId::Y;
    if (writes)
        return {WeightProduct::writing, WeightProduct::asking};
    return {WeightProduct::asking, WeightProduct::writing};
}

CellId first_weight(const Layer& layer, WeightProduct product, Index head) {
    return {layer.number, product == WeightProduct::asking ? ArrayId::W_Q : ArrayId::W_V, 0, head, 0, 0};
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

Later<MaybeSpectrum> values_of(const DrawContext& drawing, WeightProduct product, Index head) {
    const ProductWeights weights = product_weights(drawing.layer(), head, product);
    Later<MaybeSpectrum> known = drawing.cache.found_later(
        key_of(Lens::singular_values, static_cast<Index>(product), head),
        LensInputs().matrix(weights.first).matrix(weights.second), spectrum_effort(weights),
        [weights](const std::stop_token& /*stop*/) { return spectrum(weights); }, head == drawing.view_state.head);
    // A spectrum of another size is that of another layer's head, so it is not shown.
    if (known.found != nullptr && *known.found && std::ssize((**known.found).values) != spectrum_size(weights))
        known.found = nullptr;
    return known;
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
