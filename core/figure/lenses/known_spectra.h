#pragma once

#include "core/explain/spectrum.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Both products; the one that the stage belongs to comes first.
std::array<WeightProduct, 2> products_at(ArrayId stage);
/// Cell [0,0] of the first weight of a head's product. Facts about the product are addressed by it.
CellId first_weight(const Layer& layer, WeightProduct product, Index head);
/// The product as a formula with symbols in angle brackets.
std::string formula_of_product(const DrawContext& drawing, WeightProduct product);

/// Fails, with the reason, if the head has no such product.
Result<void> has_spectrum(const DrawContext& drawing, WeightProduct product, Index head);
/// Fails, with the reason, if the selected head has neither product.
Result<void> has_any_spectrum(const DrawContext& drawing);

/// A spectrum; nullopt if a weight is infinite or NaN.
using MaybeSpectrum = std::optional<Spectrum>;
/// The singular values of a head's product, if they are computed already.
Later<MaybeSpectrum> values_of(const DrawContext& drawing, WeightProduct product, Index head);

/// The singular values of a product in all heads, as far as they are computed already. Those of the selected head are
/// computed first.
struct SpectraOfHeads {
    std::vector<Later<MaybeSpectrum>> known; ///< singular values of each head
    double largest = 0;                      ///< the largest singular value of all heads, for bars on one scale
    Index settled = 0;                       ///< number of heads whose computation has ended

    const Later<MaybeSpectrum>& of(Index head) const { return known[static_cast<std::size_t>(head)]; }
    /// The head's spectrum; null if it has none, or if it is not computed yet.
    const Spectrum* found(Index head) const;
};
SpectraOfHeads spectra_of_heads(const DrawContext& drawing, WeightProduct product);

/// The prefix of the target names of a product's bars; the number of the value follows: "asking-value:1".
struct SpectrumBars {
    WeightProduct product{};
    std::string_view prefix;
};
inline constexpr std::array spectrum_bars{SpectrumBars{WeightProduct::asking, "asking-value:"},
                                          SpectrumBars{WeightProduct::writing, "writing-value:"}};

/// The numbers in a tooltip about one singular value of the selected head.
struct ToldSingularValue {
    std::string formula; ///< formula of the product, symbols in angle brackets
    double value = 0;
    double share = 0; ///< the value as a part of the sum of all
    double effective_rank = 0;
    Index count = 0;
};
/// One singular value of the selected head; nullopt if it is not computed yet, or if there is no value of that number.
std::optional<ToldSingularValue> singular_value(const DrawContext& drawing, WeightProduct product, Index number);

} // namespace attn
