#pragma once

#include "core/explain/spectrum.h"
#include "core/figure/display_list.h"
#include "core/figure/pictures/draw_context.h"

#include <cstddef>

namespace attn {

/// A cell of the first weight of a head's product, by which what is said of the product is addressed.
CellId first_weight(WeightProduct product, Index head);

/// Which singular value is told, of so many.
Index chosen_singular_value(const DrawContext& drawing, Index count);

/// What the directions of the told singular value of the head in sight read and write: its share of all, and beneath it
/// so many words or numbers of each, those with most of it.
void add_spectrum_directions(DisplayList& list, const DrawContext& drawing, WeightProduct product,
                             const Spectrum& spectrum, std::size_t words, const Box& box);
float spectrum_directions_height(std::size_t words);
constexpr float amount_line = 16;

} // namespace attn
