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

/// Both products; the one that the stage is about comes first.
std::array<WeightProduct, 2> products_at(ArrayId stage);
/// A cell of the first weight of a head's product, by which facts about the product are addressed.
CellId first_weight(const Layer& layer, WeightProduct product, Index head);
/// The product in formulas, symbols as <name>.
std::string formula_of_product(const DrawContext& drawing, WeightProduct product);

/// Fails, saying why, if the head has no such product.
Result<void> has_spectrum(const DrawContext& drawing, WeightProduct product, Index head);
/// Fails, saying why, if the head in sight has neither of the two products.
Result<void> has_any_spectrum(const DrawContext& drawing);

/// A spectrum; nothing where a weight is not finite.
using MaybeSpectrum = std::optional<Spectrum>;
/// The singular values of a product that the head has, if they are known in this frame.
Later<MaybeSpectrum> values_of(const DrawContext& drawing, WeightProduct product, Index head);

/// The singular values of all heads that have a product, if they are known in this frame; the head in sight is asked
/// for first.
struct SpectraOfHeads {
    std::vector<Later<MaybeSpectrum>> known; ///< by head
    double largest = 0;                      ///< value, so that the heads' bars can be compared
    Index settled = 0;                       ///< heads of which nothing is being worked out

    const Later<MaybeSpectrum>& of(Index head) const { return known[static_cast<std::size_t>(head)]; }
    /// The head's spectrum; null where there is none, or none yet.
    const Spectrum* found(Index head) const;
};
SpectraOfHeads spectra_of_heads(const DrawContext& drawing, WeightProduct product);

/// The two products, each with the prefix of its bars' names, before the number of a value: "asking-value:1".
struct SpectrumBars {
    WeightProduct product{};
    std::string_view prefix;
};
inline constexpr std::array spectrum_bars{SpectrumBars{WeightProduct::asking, "asking-value:"},
                                          SpectrumBars{WeightProduct::writing, "writing-value:"}};

/// One value of the head in sight, as it is told on pointing.
struct ToldSingularValue {
    std::string formula; ///< of the product, symbols as <name>
    double value = 0;
    double share = 0; ///< of the sum
    double effective_rank = 0;
    Index count = 0;
};
/// One singular value of the head in sight; nothing where it is not known yet, or the product has none of that number.
std::optional<ToldSingularValue> singular_value(const DrawContext& drawing, WeightProduct product, Index number);

} // namespace attn
