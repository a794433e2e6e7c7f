#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// True if A is in sight, so that room is kept beneath its heads for their hypotheses; on paper only if there are some.
bool has_hypotheses(const DrawContext& drawing);
/// True if the hypotheses are shown: beneath shares as they are, not beneath their change.
bool shows_hypotheses(const DrawContext& drawing);

/// The height of the notes beneath heads of that width; 0 where there is nothing to say.
float hypothesis_notes_height(const DrawContext& drawing, float width);

/// The hypothesis of a head, and the part of its attention that the hypothesis explains, from `at` downwards. Where the
/// head has no hypothesis yet, the note tells how to give it one.
void add_hypothesis_note(DisplayList& list, const DrawContext& drawing, Index head, Point at, float width,
                         const Box& clip);

} // namespace attn
