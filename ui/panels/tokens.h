#pragma once

#include "core/figure/geometry.h"
#include "ui/actions/token_places.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The height of the panel in a lecture: that of its chips.
float tokens_height(const UiContext& ui);

/// The tokens at the bottom of the window: a field for the sentence, and a chip for each token. A second sequence for
/// keys and values has a second line.
void tokens_panel(Scene& scene, const UiContext& ui, const Box& area);

/// The largest scroll position of the chips, and the one at which a token is in sight, in logical pixels.
float longest_tokens_scroll(const UiContext& ui, const Box& area);
float tokens_scroll_to(const UiContext& ui, const Box& area, const TokenPlace& wanted);

} // namespace attn
