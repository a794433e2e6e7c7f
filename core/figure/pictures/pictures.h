#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

namespace attn {

// Pictures of a layer, and where they have something to show.

/// True if what is in sight is made cell by cell from other arrays: E + P = X, or scores and mask.
bool has_equation(const DrawContext& drawing);

/// A stage that is made cell by cell, with its operands beside or above it.
void equation_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The stage or weight alone.
void matrix_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Attention as lines from those who read, on the left, to those who are read, on the right: as wide as the share.
/// The selected row is drawn in full, with its shares beside the keys; the others recede.
void lines_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the stage is a product that can be written as an einsum.
bool shows_einsum(const DrawContext& drawing);

/// The stage as an einsum, for all items and heads at once: its letters with their lengths, those that are summed away
/// joined by lines, what each letter counts, and the line of Python that computes it.
void einsum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if lecture notes have names for the stage.
bool shows_notations(const DrawContext& drawing);

/// The names that five sets of lecture notes, and the session's own notation where it is another, give the layer's
/// lengths and steps: a table with a column for each.
void notations_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the shares are the softmax of the masked scores, none of them pinned or given.
bool shows_wrong_axis(const DrawContext& drawing);

/// Softmax over the keys, as it is, beside softmax over the queries: the sums of each row and each column, and the
/// sentence on what goes wrong.
void wrong_axis_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the stage is that of the scaled scores, and scaling made them.
bool shows_spread(const DrawContext& drawing);

/// The effect of scaling: the scores before and after on one scale of colours, and beneath them the spread of both on
/// one axis.
void spread_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the stage is a head's output, and the layer has the shares and values that it is mixed from.
bool shows_values(const DrawContext& drawing);

/// One row of a head's output, mixed from its values: the selected query's shares, each row of V as strong as its
/// share, and beneath them their sum. While it is computed, the rows come one after the other, the largest share first.
void values_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if what is in sight is a product of X's rows with weights, or such weights.
bool shows_projection(const DrawContext& drawing);

/// A word's row of X in two parts: what the weights read of it, its projection into their column space, and what they
/// do not see.
void projection_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the stage joins the heads' outputs, and the layer has them.
bool shows_joined(const DrawContext& drawing);

/// The heads' outputs apart, each in its colour, and joined, with lines from where each comes to where it goes. While
/// it is computed, they slide together.
void joined_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// All stages of one token, its heads beside each other: its row, its queries, the keys and values that it finds, and
/// the output of all heads together. It fits every stage whose rows are tokens of the sequence that reads.
bool shows_token(const DrawContext& drawing);
void token_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The singular values of what each head asks and of what it writes, as bars on one scale.
bool shows_spectrum(const DrawContext& drawing);
void spectrum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the batch has several items that differ in what is in sight.
bool has_several_items(const DrawContext& drawing);

/// The matrix in sight of every item, beside each other, in colours of one range.
void items_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The matrix in sight as the baseline has it and as it is now, on one scale, with what changed outlined. The baseline
/// has it in the same shape.
void before_after_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the array has several heads to put side by side.
bool has_several_heads(const DrawContext& drawing);

/// True if the stage is the output of several heads, whose parts can be put side by side.
bool shows_parts(const DrawContext& drawing);

/// All heads of the array, or of the parts of the output, side by side on one scale, with one colour bar, each in its
/// own quiet edge colour.
void heads_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// All heads side by side, each as its difference from the selected one, which is shown as it is.
void head_differences_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The first array that the sum over heads shows and this layer lacks; none: it can be shown.
std::optional<ArrayId> missing_in_sum(const DrawContext& drawing);

/// True if the stage is the output or one head's part of it, and there is something to add up.
bool shows_sum(const DrawContext& drawing);

/// The output as a sum: for each head a line O W_O = part, so that the heads' rows of W_O stand below each other as
/// its blocks, each in its head's colour; beneath a rule the sum of the parts. Where tokens are columns a line is
/// the transposed product. In the window it also says how far the same as one product, C W_O, comes out apart.
void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// The output as a sum over as many heads as have room in an area that is limited; the head in sight is among them.
void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area, bool is_limited);

/// Lenses: pictures that show the same layer another way, each beside the stage that it explains.

/// The score as a form: score = x_i M x_jᵀ, M with the query's input at its left and the key's above, and the terms
/// that biases add.
bool shows_bilinear_form(const DrawContext& drawing);
void bilinear_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The product W_V W_O: the row that a head writes for the row that it reads.
bool shows_writing(const DrawContext& drawing);
void writing_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// One product for all heads, then the cut into heads.
bool shows_fused(const DrawContext& drawing);
void fused_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The layer's weights as one head: one softmax in place of many.
bool shows_one_head(const DrawContext& drawing);
void one_head_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The overlap of the subspaces into which the heads' weights send a row of X.
bool shows_subspaces(const DrawContext& drawing);
void subspaces_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the stage in sight is the output, and it can be added to the residual stream that went past the layer.
bool shows_block(const DrawContext& drawing);
/// One token's row on its way through a transformer's block: past this layer and through it, the sum of both, its
/// norm, and in which place the MLP and the next block follow, which have no numbers here.
void block_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the stage has a column for each neuron of the MLP.
bool shows_neurons(const DrawContext& drawing);
/// The neurons of the MLP with their numbers for the chosen token, the largest first.
void neurons_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the layer is one of a model whose text is known, and the stage is its shares or its output.
bool shows_model(const DrawContext& drawing);
/// The whole model around the layer: the shares of all layers and heads, the word that each layer would say, the words
/// that may follow the chosen row's token, and what makes the logit of the likeliest.
void model_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if there is a whole model, and the baseline is the same layer on another text of as many tokens.
bool shows_patching(const DrawContext& drawing);
/// The parts of the baseline's run that bring its word back: the rows that enter each layer, and what each head hands
/// over.
void patching_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

// Pictures of concepts that notes link to and take for known, each with the numbers of this layer.

/// A query and a key as arrows in the plane that they span: their lengths, their angle, and the score that these make.
void inner_product_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// The tokens as the query weights send them: rows of X, and of Q, in the plane of their two largest directions.
void linear_map_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// A row of A as the distribution of keys given a query, beside a thousand draws from it.
void conditional_probability_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// One share as its score moves and the others stay, and how steep that is here.
void saturation_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the window's stage is the one that the picture is about.
bool shows_inner_product(const DrawContext& drawing);
bool shows_linear_map(const DrawContext& drawing);
bool shows_share(const DrawContext& drawing);

Result<void> has_scores(const DrawContext& drawing);
Result<void> has_queries(const DrawContext& drawing);
Result<void> has_shares(const DrawContext& drawing);

} // namespace attn
