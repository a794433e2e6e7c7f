#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// The singular values of what each head asks and of what it writes, as bars on one scale, and for the chosen value
/// which words have most of its two directions.
bool shows_spectrum(const DrawContext& drawing);
void spectrum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
