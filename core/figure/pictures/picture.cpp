#include "core/figure/pictures/picture.h"

#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notes.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/product.h"
#include "core/figure/pictures/softmax_row.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

/// Draws a picture that has no controls.
template <void (*draw)(DisplayList&, const DrawContext&, const Box&)>
Box alone(DisplayList& list, const DrawContext& drawing, const Box& area) {
    draw(list, drawing, area);
    return {};
}

bool shows_own_product(const DrawContext& drawing) {
    return shows_product(drawing, drawing.view_state.array());
}

bool shows_row(const DrawContext& drawing) {
    return !drawing.view_state.parameter && shows_softmax_row(drawing);
}

bool shows_lines(const DrawContext& drawing) {
    return row_of(drawing.view_state.array()).meaning == Meaning::share;
}

bool always(const DrawContext&) {
    return true;
}

using Steps = Picture::Steps;
using Shows = Picture::Shows;

constexpr std::array picture_table{
    Picture{.name = "product",
            .about = "the operands in place, and the products that make a cell",
            .fits = shows_own_product,
            .draw = alone<product_picture>,
            .shows_change = true,
            .shows = Shows::one_head,
            .played = Steps::cells,
            .built_up = Steps::terms,
            .has_readings = true},
    Picture{.name = "softmax",
            .about = "softmax of one row, from scores to shares, step by step",
            .fits = shows_row,
            .draw = softmax_picture,
            .shows_one_row = true,
            .shows = Shows::one_head,
            .zooms = false,
            .played = Steps::softmax_levels,
            .built_up = Steps::softmax_levels,
            .has_temperature = true,
            .has_dragged_bars = true},
    Picture{.name = "spread",
            .about = "the scores before and after scaling, on one axis",
            .fits = shows_spread,
            .draw = alone<spread_picture>,
            .shows = Shows::one_head,
            .zooms = false,
            .played = Steps::cells},
    Picture{.name = "joined",
            .about = "the heads' outputs, apart and side by side",
            .fits = shows_joined,
            .draw = alone<joined_picture>,
            .shows_all_heads = true,
            .played = Steps::joining},
    Picture{.name = "equation",
            .about = "what goes in, and what comes out",
            .fits = has_equation,
            .draw = alone<equation_picture>,
            .shows_change = true,
            .played = Steps::cells,
            .built_up = Steps::cells},
    Picture{.name = "heatmap",
            .label = "matrix",
            .about = "the matrix alone",
            .fits = always,
            .draw = alone<matrix_picture>,
            .shows_change = true,
            .shows = Shows::one_head,
            .played = Steps::cells},
    Picture{.name = "values",
            .about = "each row of V as strong as its share, and their sum",
            .fits = shows_values,
            .draw = alone<values_picture>,
            .played = Steps::values},
    Picture{.name = "sum",
            .about = "the output as a sum over heads, each through its rows of W_O",
            .fits = shows_sum,
            .draw = alone<sum_picture>,
            .shows_all_heads = true,
            .played = Steps::cells},
    Picture{.name = "parts",
            .about = "what each head adds to the output, side by side",
            .fits = shows_parts,
            .draw = alone<heads_picture>,
            .shows_all_heads = true,
            .compares_heads = true,
            .shows_change = true},
    Picture{.name = "lines",
            .about = "lines from each token to those that it reads",
            .fits = shows_lines,
            .draw = alone<lines_picture>,
            .shows = Shows::one_head,
            .zooms = false},
    Picture{.name = "heads",
            .label = "all heads",
            .about = "all heads side by side, on one scale",
            .fits = has_several_heads,
            .draw = alone<heads_picture>,
            .shows_all_heads = true,
            .compares_heads = true,
            .shows_change = true,
            .shows = Shows::each_head,
            .stays = true},
    Picture{.name = "differences",
            .about = "how far each head is from the selected one",
            .fits = has_several_heads,
            .draw = alone<head_differences_picture>,
            .compares_heads = true,
            .stays = true},
    Picture{.name = "wrong-axis",
            .label = "wrong axis",
            .about = "what goes wrong if softmax runs over the queries",
            .fits = shows_wrong_axis,
            .draw = alone<wrong_axis_picture>,
            .zooms = false},
    Picture{.name = "bilinear",
            .about = "x M xᵀ: the score as a bilinear form of the inputs",
            .fits = shows_bilinear_form,
            .draw = alone<bilinear_picture>},
    Picture{.name = "writing",
            .about = "W_V W_O: what the head writes for what it reads",
            .fits = shows_writing,
            .draw = alone<writing_picture>},
    Picture{.name = "fused",
            .about = "one product for all heads, then the cut",
            .fits = shows_fused,
            .draw = alone<fused_picture>,
            .shows_all_heads = true},
    Picture{.name = "one-head",
            .label = "as one head",
            .about = "the same weights with one softmax",
            .fits = shows_one_head,
            .draw = alone<one_head_picture>,
            .shows_all_heads = true,
            .zooms = false},
    Picture{.name = "subspaces",
            .about = "how much the subspaces of the heads overlap",
            .fits = shows_subspaces,
            .draw = alone<subspaces_picture>,
            .shows_all_heads = true,
            .zooms = false},
    Picture{.name = "einsum",
            .about = "the stage in letters, for all items and heads at once",
            .fits = shows_einsum,
            .draw = alone<einsum_picture>,
            .shows_all_heads = true,
            .zooms = false},
    Picture{.name = "notes",
            .about = "the formulas as your notes have them, with the numbers of this layer",
            .fits = shows_notes,
            .draw = alone<notes_picture>,
            .shows_all_heads = true,
            .zooms = false},
    Picture{.name = "notations",
            .about = "what sets of lecture notes call each length and step, side by side",
            .fits = shows_notations,
            .draw = alone<notations_picture>,
            .shows_all_heads = true,
            .zooms = false,
            .title = "One layer, in the letters of several notes"},
    Picture{.name = "items",
            .label = "all items",
            .about = "all items of the batch side by side, on one scale",
            .fits = has_several_items,
            .draw = alone<items_picture>,
            .shows_all_items = true,
            .shows_change = true,
            .stays = true},
    Picture{.name = "token",
            .label = "one token",
            .about = "all that becomes of one token",
            .fits = shows_token,
            .draw = alone<token_picture>,
            .shows_one_row = true,
            .shows_way = true,
            .zooms = false,
            .stays = true,
            .title = "One token: how {token} comes by what it knows"},
    Picture{.name = "block",
            .about = "what a transformer makes of the layer's output",
            .fits = shows_block,
            .draw = alone<block_picture>,
            .shows_one_row = true,
            .zooms = false,
            .title = "A block: what goes on from {token}"},
    Picture{.name = "neurons",
            .about = "the neurons of the MLP for one token, the largest first",
            .fits = shows_neurons,
            .draw = alone<neurons_picture>,
            .shows_one_row = true,
            .zooms = false,
            .hint = "remember the largest, and click another token. Has it the same?"},
    Picture{.name = "model",
            .label = "whole model",
            .about = "all layers and heads, and which word may follow",
            .fits = shows_model,
            .draw = alone<model_picture>,
            .shows_all_heads = true,
            .shows_one_row = true,
            .zooms = false,
            .hint = "switch off a part whose bar is long. Does the model still say the same?",
            .title = "The whole model, at {token}"},
    Picture{.name = "patching",
            .label = "against the baseline",
            .about = "what of the baseline's text carries the difference of the next word",
            .fits = shows_patching,
            .draw = alone<patching_picture>,
            .shows_all_heads = true,
            .shows_one_row = true,
            .zooms = false,
            .hint = "click the darkest row of a layer. What does the word read there?",
            .title = "Against the baseline: where is the difference?"},
    Picture{.name = "inner-product",
            .label = "inner product",
            .about = "a query and a key as arrows: lengths, angle, score",
            .fits = shows_inner_product,
            .draw = alone<inner_product_picture>,
            .zooms = false},
    Picture{.name = "linear-map",
            .label = "linear map",
            .about = "where the query weights send the tokens",
            .fits = shows_linear_map,
            .draw = alone<linear_map_picture>,
            .zooms = false},
    Picture{.name = "projection",
            .about = "a word's row of X: what the weights read of it, and what they do not see",
            .fits = shows_projection,
            .draw = alone<projection_picture>,
            .zooms = false},
    Picture{.name = "conditional-probability",
            .label = "as probability",
            .about = "a row of attention as P(key | query), beside a thousand draws",
            .fits = shows_share,
            .draw = alone<conditional_probability_picture>,
            .zooms = false},
    Picture{.name = "saturation",
            .about = "a share as its score moves, and how steep that is",
            .fits = shows_share,
            .draw = alone<saturation_picture>,
            .zooms = false},
    Picture{.name = "spectrum",
            .about = "the singular values of W_Q W_K and W_V W_O",
            .fits = shows_spectrum,
            .draw = alone<spectrum_picture>,
            .shows_all_heads = true,
            .zooms = false},
};

} // namespace

std::span<const Picture> pictures() {
    return picture_table;
}

const Picture& picture(PictureId id) {
    return *std::find_if(picture_table.begin(), picture_table.end(),
                         [&](const Picture& row) { return row.id() == id; });
}

std::vector<PictureId> fitting_pictures(const DrawContext& drawing) {
    std::vector<PictureId> fitting;
    for (const Picture& row : picture_table)
        if (row.fits(drawing))
            fitting.push_back(row.id());
    return fitting;
}

PictureId shown_picture(const DrawContext& drawing) {
    const std::optional<PictureId>& asked = drawing.view_state.picture;
    if (asked && picture(*asked).fits(drawing))
        return *asked;
    const std::vector<PictureId> fitting = fitting_pictures(drawing);
    if (shows_change(drawing, drawing.view_state.array()))
        for (const PictureId id : fitting)
            if (picture(id).shows_change)
                return id;
    return fitting.front();
}

bool change_is_shown(const DrawContext& drawing) {
    return shows_change(drawing, drawing.view_state.array()) && picture(shown_picture(drawing)).shows_change;
}

} // namespace attn
