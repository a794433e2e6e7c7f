#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Whether something is said of heads beneath them, as it is of shares of attention, and its room is kept.
bool has_hypotheses(const DrawContext& drawing);
/// Whether it is shown: of shares as they are, and not as their change.
bool shows_hypotheses(const DrawContext& drawing);

/// How high the notes beneath heads of that width are; 0 where there is nothing to say.
float hypothesis_notes_height(const DrawContext& drawing, float width);

/// What is said of a head, and how much of its attention that explains, from `at` downwards. Where nothing is said yet,
/// how to say it.
void add_hypothesis_note(DisplayList& list, const DrawContext& drawing, Index head, Point at, float width,
                         const Box& clip);

} // namespace attn
