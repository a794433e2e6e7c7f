#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// The levels at which parts of the row are revealed; each level includes those before it.
namespace softmax_level {
constexpr int scores = 0;
constexpr int maximum = 1;
constexpr int differences = 2;
constexpr int exponentials = 3;
constexpr int sum = 4;
constexpr int shares = 5;
} // namespace softmax_level

/// The height above the highest bar for its number, which is part of the bar's target, in logical pixels.
constexpr float softmax_bar_label = 16;

/// True if the selected stage is a part of softmax, and all steps of its row are known.
bool shows_softmax_row(const DrawContext& drawing);

/// The array of which a picture of one row shows a row: the attention weights for all steps of softmax, otherwise the
/// selected array.
ArrayId array_of_row(const DrawContext& drawing);

/// Draws the selected row from masked scores to attention weights, step by step. Returns the place for the
/// temperature's slider; its height is 0 if there is no room.
Box softmax_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
