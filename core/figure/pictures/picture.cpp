#include "core/figure/pictures/picture.h"

#include "core/figure/pictures/concat_view.h"
#include "core/figure/pictures/concepts.h"
#include "core/figure/pictures/einsum.h"
#include "core/figure/pictures/equation.h"
#include "core/figure/pictures/heads.h"
#include "core/figure/pictures/items.h"
#include "core/figure/pictures/lenses.h"
#include "core/figure/pictures/lines.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notes.h"
#include "core/figure/pictures/one_token.h"
#include "core/figure/pictures/product.h"
#include "core/figure/pictures/score_distribution.h"
#include "core/figure/pictures/softmax_row.h"
#include "core/figure/pictures/spectrum.h"
#include "core/figure/pictures/sum_over_heads.h"
#include "core/figure/pictures/weighted_values.h"
#include "core/figure/pictures/wrong_axis.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

/// A picture that has no controls.
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

constexpr std::array picture_table{
    Picture{PictureId::product, "product", "product", "the operands in place, and the products that make a cell",
            shows_own_product, alone<product_picture>, false, true, true},
    Picture{PictureId::softmax, "softmax", "softmax", "softmax of one row, from scores to shares, step by step",
            shows_row, softmax_picture, false, false, true},
    Picture{PictureId::spread, "spread", "spread", "the scores before and after scaling, on one axis", shows_spread,
            alone<spread_picture>, false, false, true},
    Picture{PictureId::joined, "joined", "joined", "the heads' outputs, apart and side by side", shows_joined,
            alone<joined_picture>, true},
    Picture{PictureId::equation, "equation", "equation", "what goes in, and what comes out", has_equation,
            alone<equation_picture>, false, true},
    Picture{PictureId::heatmap, "heatmap", "matrix", "the matrix alone", always, alone<matrix_picture>, false, true,
            true},
    Picture{PictureId::values, "values", "values", "each row of V as strong as its share, and their sum", shows_values,
            alone<values_picture>},
    Picture{PictureId::sum, "sum", "sum", "the output as a sum over heads, each through its rows of W_O", shows_sum,
            alone<sum_picture>, true},
    Picture{PictureId::parts, "parts", "parts", "what each head adds to the output, side by side", shows_parts,
            alone<heads_picture>, true, true},
    Picture{PictureId::lines, "lines", "lines", "lines from each token to those that it reads", shows_lines,
            alone<lines_picture>, false, false, true},
    Picture{PictureId::heads, "heads", "all heads", "all heads side by side, on one scale", has_several_heads,
            alone<heads_picture>, true, true},
    Picture{PictureId::differences, "differences", "differences", "how far each head is from the selected one",
            has_several_heads, alone<head_differences_picture>},
    Picture{PictureId::wrong_axis, "wrong-axis", "wrong axis", "what goes wrong if softmax runs over the queries",
            shows_wrong_axis, alone<wrong_axis_picture>},
    Picture{PictureId::bilinear, "bilinear", "bilinear", "x M xᵀ: the score as a bilinear form of the inputs",
            shows_bilinear_form, alone<bilinear_picture>},
    Picture{PictureId::writing, "writing", "writing", "W_V W_O: what the head writes for what it reads", shows_writing,
            alone<writing_picture>},
    Picture{PictureId::fused, "fused", "fused", "one product for all heads, then the cut", shows_fused,
            alone<fused_picture>, true},
    Picture{PictureId::one_head, "one-head", "as one head", "the same weights with one softmax", shows_one_head,
            alone<one_head_picture>, true},
    Picture{PictureId::subspaces, "subspaces", "subspaces", "how much the subspaces of the heads overlap",
            shows_subspaces, alone<subspaces_picture>, true},
    Picture{PictureId::einsum, "einsum", "einsum", "the stage in letters, for all items and heads at once",
            shows_einsum, alone<einsum_picture>, true},
    Picture{PictureId::notes, "notes", "notes", "the formulas as your notes have them, with the numbers of this layer",
            shows_notes, alone<notes_picture>, true},
    Picture{PictureId::items, "items", "all items", "all items of the batch side by side, on one scale",
            has_several_items, alone<items_picture>, false, true},
    Picture{PictureId::token, "token", "one token", "all that becomes of one token", shows_token, alone<token_picture>},
    Picture{PictureId::inner_product, "inner-product", "inner product",
            "a query and a key as arrows: lengths, angle, score", shows_inner_product, alone<inner_product_picture>},
    Picture{PictureId::linear_map, "linear-map", "linear map", "where the query weights send the tokens",
            shows_linear_map, alone<linear_map_picture>},
    Picture{PictureId::conditional_probability, "conditional-probability", "as probability",
            "a row of attention as P(key | query), beside a thousand draws", shows_share_as_probability,
            alone<conditional_probability_picture>},
    Picture{PictureId::saturation, "saturation", "saturation", "a share as its score moves, and how steep that is",
            shows_saturation, alone<saturation_picture>},
    Picture{PictureId::spectrum, "spectrum", "spectrum",
            "the singular values of W_Q W_K and W_V W_O, and the words that have most of their directions",
            shows_spectrum, alone<spectrum_picture>, true},
};

} // namespace

std::span<const Picture> pictures() {
    return picture_table;
}

const Picture& picture(PictureId id) {
    return *std::find_if(picture_table.begin(), picture_table.end(), [&](const Picture& row) { return row.id == id; });
}

std::vector<PictureId> fitting_pictures(const DrawContext& drawing) {
    std::vector<PictureId> fitting;
    for (const Picture& row : picture_table)
        if (row.fits(drawing))
            fitting.push_back(row.id);
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
