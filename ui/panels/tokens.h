#pragma once

#include "core/figure/geometry.h"
#include "ui/actions/token_places.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// How high the panel is in a lecture: as high as its chips.
float tokens_height(const UiContext& ui);

/// The tokens at the bottom of the window: a sentence to be typed, and a chip for each token. Where keys and values
/// have a sequence of their own, that stands in a second line.
void tokens_panel(Scene& scene, const UiContext& ui, const Box& area);

/// How far the chips can be scrolled, and how far they must be for the token to be seen.
float longest_tokens_scroll(const UiContext& ui, const Box& area);
float tokens_scroll_to(const UiContext& ui, const Box& area, const TokenPlace& wanted);

} // namespace attn
