#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

// Pictures that the table in picture.cpp alone draws, and where they have something to show.

/// Whether what is in sight works cell by cell on something: E + P = X, or scores and mask.
bool has_equation(const DrawContext& drawing);

/// Such a stage, with what it is made from beside or above it.
void equation_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The stage or weight alone.
void matrix_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Attention as lines from those who read, on the left, to those who are read, on the right: as wide as the share.
/// The selected row is drawn in full, with its shares beside the keys; the others recede.
void lines_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether the stage is a product that can be written in letters.
bool shows_einsum(const DrawContext& drawing);

/// The stage as an einsum, for all items and heads at once: its letters with their lengths, those that are summed away
/// joined by lines, what each letter counts, and the line of Python that computes it.
void einsum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether the stage is one that lecture notes have names for.
bool shows_notations(const DrawContext& drawing);

/// What five sets of lecture notes, and the session's own where it is another, call the layer's lengths and steps: a
/// table, a column for each.
void notations_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether the shares are softmax of the masked scores, none of them pinned or given.
bool shows_wrong_axis(const DrawContext& drawing);

/// Softmax over the keys, as it is, beside softmax over the queries: what each row and each column sums to, and what
/// goes wrong.
void wrong_axis_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether the stage is that of the scaled scores, and they were scaled.
bool shows_spread(const DrawContext& drawing);

/// What scaling does: the scores before and after on one scale of colours, and beneath them how far they lie apart,
/// both on one axis.
void spread_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether the stage is a head's output, and what it is mixed from is there.
bool shows_values(const DrawContext& drawing);

/// How one row of a head's output is mixed: the selected query's shares, each row of V as strong as its share, and
/// beneath them their sum. While it is computed, the rows come one after the other, the largest share first.
void values_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether a word's row of X is multiplied by weights.
bool shows_projection(const DrawContext& drawing);

/// A word's row of X in two parts: what the weights read of it, its projection into their column space, and what they
/// do not see.
void projection_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether the stage joins the heads' outputs, and they are there.
bool shows_joined(const DrawContext& drawing);

/// The heads' outputs apart, each in its colour, and joined, with lines from where each comes to where it goes. While
/// it is computed, they slide together.
void joined_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
