#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// The parts of the row that are revealed while it is computed; each level includes those before.
namespace softmax_level {
constexpr int scores = 0;
constexpr int maximum = 1;
constexpr int differences = 2;
constexpr int exponentials = 3;
constexpr int sum = 4;
constexpr int shares = 5;
} // namespace softmax_level

/// The room for its number above the highest bar, which can be hit as well, in logical pixels.
constexpr float softmax_bar_label = 16;

/// True if the step is a part of softmax, and its row can be followed from scores to shares.
bool shows_softmax_row(const DrawContext& drawing);

/// The array of which a picture of one row shows a row: in all steps of softmax the shares, otherwise what is in sight.
ArrayId array_of_row(const DrawContext& drawing);

/// The selected row on its way from masked scores to shares, step by step. Returns where the temperature's slider has
/// room beneath it, of no height where it has none.
Box softmax_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
