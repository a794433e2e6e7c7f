#pragma once

#include "core/figure/display_list.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// True if room is kept beneath the heads of A for hypotheses; on paper only if there are any.
bool has_hypotheses(const DrawContext& drawing);
/// True if hypotheses are shown beneath attention weights. They are hidden beneath changes of these.
bool shows_hypotheses(const DrawContext& drawing);

/// The height of the notes beneath heads of that width; 0 if there are none.
float hypothesis_notes_height(const DrawContext& drawing, float width);

/// Adds the hypothesis of a head, from `at` downwards, and the part of its attention that the hypothesis explains. If
/// the head has no hypothesis, the note says how to give it one.
void add_hypothesis_note(DisplayList& list, const DrawContext& drawing, Index head, Point at, float width,
                         const Box& clip);

} // namespace attn
