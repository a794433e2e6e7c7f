#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"
#include "core/tensor/result.h"

namespace attn {

// The pictures of a layer, and the conditions under which they have something to show.

/// True if the selected array is computed cell by cell from other arrays: X = E + P, or scores plus mask.
bool has_equation(const DrawContext& drawing);

/// Draws a stage that is computed cell by cell, with its operands beside or above it.
void equation_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Draws the selected stage or weight alone.
void matrix_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Draws attention as lines from queries on the left to keys on the right, as thick as the attention weight. The
/// selected row is strong, with its weights beside the keys; the other rows are faint.
void lines_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the stage is a product that can be written as an einsum.
bool shows_einsum(const DrawContext& drawing);

/// Draws the stage as an einsum for all items and heads at once: its letters and their lengths, lines between the two
/// places of each summed letter, the meaning of the letters, and the line of Python that computes it.
void einsum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if lecture notes have names for the stage.
bool shows_notations(const DrawContext& drawing);

/// Draws a table of the names that five lecture notes have for the layer's lengths and steps, with a column for each,
/// and one for the session's notation if it is another.
void notations_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the attention weights are the softmax of the masked scores and none of them is pinned or given.
bool shows_wrong_axis(const DrawContext& drawing);

/// Draws softmax over the keys beside a wrong softmax over the queries, with the sums of rows and columns and a
/// sentence on what goes wrong.
void wrong_axis_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True for the scaled scores, if they are computed by scaling.
bool shows_spread(const DrawContext& drawing);

/// Draws the effect of scaling: the scores before and after in one range of colours, and below them the distribution of
/// both on one axis.
void spread_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True for the output of a head, if the layer has the attention weights and values that it is computed from.
bool shows_values(const DrawContext& drawing);

/// Draws how one row of a head's output is mixed from the values: the attention weights of the selected query, each row
/// of V as opaque as its weight, and below them the sum. An animation adds the rows one by one, the largest weight
/// first.
void values_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True for the product of X with a weight, and for such a weight.
bool shows_projection(const DrawContext& drawing);

/// Draws a word's row of X in two parts: its projection into the column space of the weights, which is all that these
/// read, and the rest.
void projection_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True for concat, if the layer has the heads' outputs.
bool shows_joined(const DrawContext& drawing);

/// Draws the heads' outputs apart, each in its colour, and concatenated, with lines from each head to its columns. In
/// an animation they slide together.
void joined_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the selected stage has a row for each query token. The picture shows all stages of one token, with heads
/// side by side: its row of X, its queries, the keys and values that it attends to, and the output of all heads.
bool shows_token(const DrawContext& drawing);
void token_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True for stages of heads that have a W_Q W_Kᵀ or W_V W_O. The picture shows the singular values of these products of
/// all heads, as bars on one scale.
bool shows_spectrum(const DrawContext& drawing);
void spectrum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the batch has several items with different numbers in the selected array.
bool has_several_items(const DrawContext& drawing);

/// Draws the selected matrix of all items side by side, in one range of colours.
void items_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Draws the selected matrix in the baseline and now, in one range of colours, with changed cells outlined. Both must
/// have the same shape.
void before_after_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the array has several heads that can be shown side by side.
bool has_several_heads(const DrawContext& drawing);

/// True for the output of several heads, if their contributions can be shown side by side.
bool shows_parts(const DrawContext& drawing);

/// Draws all heads of the array, or the heads' contributions to the output, side by side in one range of colours. Each
/// has a thin edge in its own colour.
void heads_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// Draws all heads side by side, each as its difference from the selected head, which is shown as it is.
void head_differences_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The first array that the sum over heads needs and this layer lacks; nullopt if it can be shown.
std::optional<ArrayId> missing_in_sum(const DrawContext& drawing);

/// True for the output and for a head's contribution to it, if there are several terms.
bool shows_sum(const DrawContext& drawing);

/// Draws the output as a sum over heads: a line O W_O = contribution for each, so that the heads' rows of W_O stand
/// below each other in their heads' colours, and the sum below a rule. If tokens are columns, lines are transposed
/// products. In the window a sentence says how much C W_O, computed as one product, differs by rounding.
void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// Draws the sum over as many heads as fit into an area of limited height, the selected head among them.
void sum_picture(DisplayList& list, const DrawContext& drawing, const Box& area, bool is_limited);

/// Lenses: pictures that show the same layer in another way, each at the stage that it explains.

/// True if the lens can show a score as a bilinear form: x_i M x_jᵀ, with the query's input to the left of M and the
/// key's above it, and the terms that biases add.
bool shows_bilinear_form(const DrawContext& drawing);
void bilinear_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the lens can show W_V W_O: which row a head writes for a row that it reads.
bool shows_writing(const DrawContext& drawing);
void writing_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the lens can show one product for all heads, which is then split into heads.
bool shows_fused(const DrawContext& drawing);
void fused_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the lens can show the layer's weights as one head: one softmax instead of many.
bool shows_one_head(const DrawContext& drawing);
void one_head_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the lens can show how much the subspaces overlap into which the heads' weights map rows of X.
bool shows_subspaces(const DrawContext& drawing);
void subspaces_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True for the output, if it can be added to the residual stream.
bool shows_block(const DrawContext& drawing);
/// Draws one token's row through a transformer block: past this layer and through it, their sum, its norm, and the
/// places of the MLP and the next block, for which there are no numbers.
void block_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True for stages that have a column for each neuron of the MLP.
bool shows_neurons(const DrawContext& drawing);
/// Draws the neurons of the MLP with their numbers for the selected token, the largest first.
void neurons_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True for the attention weights and the output of a layer that is part of a model with known text.
bool shows_model(const DrawContext& drawing);
/// Draws the whole model around the layer: the attention weights of all layers and heads, the word that each layer
/// would predict, the words that may follow the selected token, and the parts of the likeliest word's logit.
void model_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the layer is part of a model, and the baseline is the same layer with another text of the same number of
/// tokens.
bool shows_patching(const DrawContext& drawing);
/// Draws which parts of the baseline's run restore its prediction: the rows that enter each layer, and the output of
/// each head.
void patching_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

// Pictures of concepts that lecture notes link to and assume to be known, with the numbers of this layer.

/// Draws a query and a key as arrows in the plane that they span: their lengths, their angle, and the score.
void inner_product_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// Draws the rows of X and of Q, each in the plane of their two largest directions, to show W_Q as a linear map.
void linear_map_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// Draws a row of A as a distribution of keys given a query, beside a thousand draws from it.
void conditional_probability_picture(DisplayList& list, const DrawContext& drawing, const Box& area);
/// Draws one attention weight as a function of its score while other scores stay, and its slope.
void saturation_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// True if the selected stage is the one that the picture explains.
bool shows_inner_product(const DrawContext& drawing);
bool shows_linear_map(const DrawContext& drawing);
bool shows_share(const DrawContext& drawing);

Result<void> has_scores(const DrawContext& drawing);
Result<void> has_queries(const DrawContext& drawing);
Result<void> has_shares(const DrawContext& drawing);

} // namespace attn
