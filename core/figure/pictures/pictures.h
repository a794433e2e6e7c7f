#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

namespace attn {

// Pictures of a layer, and where they have something to show.

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

/// All that becomes of one token, its heads beside each other: what it is, looks for, finds and takes home, and what
/// the heads make of it together. From every stage whose rows are tokens of the sequence that reads.
bool shows_token(const DrawContext& drawing);
void token_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The singular values of what each head asks and of what it writes, as bars on one scale.
bool shows_spectrum(const DrawContext& drawing);
void spectrum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether there are several items of the batch that differ in what is in sight.
bool has_several_items(const DrawContext& drawing);

/// The matrix in sight of every item, beside each other, in colours of one range.
void items_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether the array has several heads to put side by side.
bool has_several_heads(const DrawContext& drawing);

/// Whether it is the output of several heads, whose parts can be put side by side.
bool shows_parts(const DrawContext& drawing);

/// All heads of the array, or of the parts of the output, side by side on one scale, with one colour bar, each in its
/// own quiet edge colour.
void heads_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The same with each head's difference from the selected one, which is shown as it is.
void head_differences_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The first array that the sum over heads shows and this layer lacks; none: it can be shown.
std::optional<ArrayId> missing_in_sum(const DrawContext& drawing);

/// Whether the stage is the output or one head's part of it, and there is something to add up.
bool shows_sum(const DrawContext& drawing);

/// The output as a sum: for each head a line O W_O = part, so that the heads' rows of W_O stand below each other as
/// its blocks, each in its head's colour; beneath a rule the sum of the parts. Where tokens are columns a line is
/// the transposed product. In the window it also says how far the same as one product, C W_O, comes out apart.
void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// The same of as many heads as have room in an area that is limited, from those that the head in sight is among.
void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area, bool is_limited);

/// Lenses: the same layer seen another way, each beside the stage that it explains.

/// score = x_i M x_jᵀ: M with the query's input at its left and the key's above; the terms that biases add.
bool shows_bilinear_form(const DrawContext& drawing);
void bilinear_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// W_V W_O: what a head writes for what it reads.
bool shows_writing(const DrawContext& drawing);
void writing_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// One product for all heads, then the cut into heads.
bool shows_fused(const DrawContext& drawing);
void fused_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The same weights as one head: one softmax in the place of many.
bool shows_one_head(const DrawContext& drawing);
void one_head_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// How much the subspaces overlap into which the heads' weights send a row of X.
bool shows_subspaces(const DrawContext& drawing);
void subspaces_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether what is in sight is the output, and can be added to what went past the layer.
bool shows_block(const DrawContext& drawing);
/// One token's row on its way through a transformer's block: past this layer and through it, the sum of both, its
/// norm, and in which place the MLP and the next block follow, which have no numbers here.
void block_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

// What notes link to and take for known, each with the numbers of this layer.

/// A query and a key as arrows in the plane that they span: their lengths, their angle, and the score that these make.
void inner_product_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// Where the query weights send the tokens: rows of X, and of Q, in the plane of their two largest directions.
void linear_map_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// A row of A as the distribution of keys given a query, beside a thousand draws from it.
void conditional_probability_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// One share as its score moves and the others stay, and how steep that is here.
void saturation_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Whether the window's stage is the one that the picture is about.
bool shows_inner_product(const DrawContext& drawing);
bool shows_linear_map(const DrawContext& drawing);
bool shows_share(const DrawContext& drawing);

Result<void> has_scores(const DrawContext& drawing);
Result<void> has_queries(const DrawContext& drawing);
Result<void> has_shares(const DrawContext& drawing);

} // namespace attn
