#include "core/explain/lenses.h"
#include "core/explain/subspaces.h"
#include "core/figure/lenses/lens_numbers.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/lens_matrices.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/model/facts.h"
#include "core/model/overrides.h"
#include "core/notation/in_notation.h"
#include "core/tensor/noun_for.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <iterator>

// Lenses that combine all heads.

namespace attn {

namespace {

constexpr float head_name_size = 14;
constexpr float width_of_a_head = 160; // width of a head with its name
constexpr float width_of_a_head_on_wall = 120;
constexpr Index most_heads = 4;

Matrix all_weights(const DrawContext& drawing, ArrayId weights) {
    LensInputs inputs;
    inputs.number(static_cast<Index>(weights)).weights(drawing.layer(), weights);
    return drawing.cache.seen_through(Lens::fused_weights, inputs,
                                      [&] { return fused_weights(drawing.layer(), weights); });
}

Matrix all_heads(const DrawContext& drawing, ArrayId stage) {
    const Index item = drawing.view_state.item;
    LensInputs inputs;
    inputs.number(static_cast<Index>(stage)).number(item).stage(drawing.trace, stage, item);
    return drawing.cache.seen_through(Lens::fused_stage, inputs,
                                      [&] { return fused_stage(drawing.trace, stage, item); });
}

Later<OneHead> heads_as_one(const DrawContext& drawing) {
    const Index item = drawing.view_state.item;
    LensInputs inputs;
    inputs.number(item);
    // The scale itself shows in the scaled scores; its kind determines the scale of a single head as wide as all.
    inputs.number(static_cast<Index>(drawing.layer().scale.kind));
    for (const ArrayId stage : {ArrayId::scores, ArrayId::scaled, ArrayId::mask, ArrayId::A, ArrayId::gate, ArrayId::Y,
                                values_mixed(drawing.trace)})
        inputs.stage(drawing.trace, stage, item);
    inputs.weights(drawing.layer(), ArrayId::W_O).weights(drawing.layer(), ArrayId::b_O);
    const Sizes& sizes = drawing.sizes();
    return drawing.cache.found_later(
        key_of(Lens::one_head), inputs, product_effort(sizes.S_q, sizes.H * sizes.d_v, sizes.S_k + sizes.D),
        [trace = drawing.trace, item](const std::stop_token& /*stop*/) { return one_head(trace, item); });
}

/// The matrix of a stage with labels, transposed if tokens are columns.
HeatmapOptions stage_map(const DrawContext& drawing, ArrayId stage, Index head) {
    return matrix_at(drawing, {drawing.layer().number, stage, drawing.view_state.item, head},
                     {.titles = false, .name_size = lens_name_size});
}

/// The array's matrices of all heads, side by side.
HeatmapOptions side_by_side(const DrawContext& drawing, ArrayId array, Matrix matrix) {
    HeatmapOptions map = lens_map(drawing, std::move(matrix));
    map.first_cell = canonical(drawing, {drawing.layer().number, array, drawing.view_state.item, 0, 0, 0});
    map.heads = drawing.trace.addresses().heads(array);
    map.transposed = drawing.session.tokens_as_columns;
    const ViewState& view = drawing.view_state;
    const auto place_of = [&](const CellId& cell) {
        const Index before = std::ranges::find(map.heads, canonical(drawing, cell).head) - map.heads.begin();
        const Index column = before * map.matrix.columns() / std::ssize(map.heads) + cell.column;
        return map.transposed ? ShownPlace{column, cell.row} : ShownPlace{cell.row, column};
    };
    if (const CellId chosen = selected_cell(drawing); view.marks_cell && chosen.array == array) {
        const auto [row, column] = place_of(chosen);
        map.outlines = chosen_cell(row, column, shown_shape(map));
    }
    (map.transposed ? map.rows : map.columns) = counted_axis(map.matrix.columns());
    return map;
}

} // namespace

bool shows_fused(const DrawContext& drawing) {
    const auto product = fused_product(drawing);
    return product && drawing.trace.has(ArrayId::X) && drawing.layer().heads.size() > 1 &&
           !parameter(drawing.layer(), product->weights, 0).empty() && !is_overridden(drawing.layer(), product->stage);
}

void fused_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const auto [stage, weights] = *fused_product(drawing);
    const bool query = stage == ArrayId::Q;
    const ArrayId source = query ? ArrayId::X : source_of_keys(drawing);
    HeatmapOptions X = stage_map(drawing, source, 0);
    HeatmapOptions W = side_by_side(drawing, weights, all_weights(drawing, weights));
    HeatmapOptions all = side_by_side(drawing, stage, all_heads(drawing, stage));
    const ArrayId bias = drawing.trace.recipe(stage).operands[2].array;
    std::optional<HeatmapOptions> b;
    if (has_array(drawing, bias))
        b = side_by_side(drawing, bias, fused_weights(drawing.layer(), bias));
    join_comparable(std::array{&X.range, &W.range, &(b ? *b : all).range, &all.range});
    const bool transposed = drawing.session.tokens_as_columns;
    set_name(drawing, W, W.scale_name = fmt::format("<all {}{}>", array_name(weights), transposed ? " T" : ""));
    set_name(drawing, all, all.scale_name = fmt::format("<all {}>", array_name(stage)));
    const auto names_of = [&](const HeatmapOptions& map, const std::string& formula) {
        std::vector<Typeset> symbols;
        std::vector<Typeset> numbers;
        for (const Index head : map.heads) {
            symbols.push_back(set_formula(drawing, formula, head_name_size, drawing.theme().ink, head));
            numbers.push_back(set_tex(drawing, std::to_string(head_number(drawing.session, head)), head_name_size,
                                      drawing.theme().ink));
        }
        return std::vector{symbols, numbers};
    };
    MatrixBox first{X, ""};
    MatrixBox second{W, "·", "one matrix for all heads",
                     names_of(W, fmt::format("<{}{}>", array_name(weights), transposed ? " T" : ""))};
    if (transposed) {
        std::swap(first, second);
        std::swap(first.sign, second.sign);
    }
    const Index heads = drawing.sizes().H;
    const Index sharing = heads / std::ssize(all.heads);
    const Index each = all.matrix.columns() / std::ssize(all.heads);
    const std::string owners = sharing == 1 ? "each owns" : fmt::format("every {} of them own the same", sharing);
    MatrixLines lines{{first, second}};
    if (b) {
        set_name(drawing, *b, b->scale_name = symbol_of_all_heads(bias));
        lines.front().push_back(
            {*b, "+", fmt::format("the same for each {}", token_line(transposed)), names_of(*b, symbol_of(bias))});
    }
    lines.front().push_back({all, "=", "then the cut", names_of(all, symbol_of(stage))});
    add_matrix_lines(list, drawing, area, lines,
                     {{fmt::format("{} heads share one product: {} {} {}.", heads, owners, each,
                                   noun_for(each, token_line(!transposed))),
                       {length_fact(drawing.sizes(), &Sizes::H), length_fact(drawing.sizes(), &Sizes::queries_per_kv),
                        length_fact(drawing.sizes(), stage == ArrayId::V ? &Sizes::d_v : &Sizes::d_k)}}});
}

bool shows_one_head(const DrawContext& drawing) {
    return is_at(drawing, {ArrayId::scores, ArrayId::A, ArrayId::Y}) && drawing.sizes().H > 1 &&
           drawing.trace.has(ArrayId::scores) && drawing.trace.has(ArrayId::A);
}

/// The largest difference, relative to the numbers' size, that rounding can make.
constexpr float rounding = 1e-5F;

namespace {

/// The scores and attention weights of the first `shown` heads, followed by those of one head with the same weights.
MatrixLines one_head_lines(const DrawContext& drawing, const OneHead& one, Index shown) {
    const bool transposed = drawing.session.tokens_as_columns;
    const bool shows_all = shown == drawing.sizes().H;
    MatrixLines lines(2);
    for (Index head = 0; head < shown; ++head)
        for (std::size_t line = 0; line < lines.size(); ++line) {
            HeatmapOptions map = stage_map(drawing, line == 0 ? ArrayId::scores : ArrayId::A, head);
            if (drawing.view_state.marks_cell)
                outline_cell(map, inspected_cell(drawing));
            map.shape = false;
            map.columns = {};
            if (head > 0)
                map.rows = {};
            lines[line].push_back({std::move(map), head > 0 && line == 0 ? "+" : ""});
        }
    HeatmapOptions sum = lens_map(drawing, one.scores);
    sum.transposed = transposed;
    sum.shape = false;
    if (shows_all) // whole numbers add up to a whole number
        sum.decimals =
            std::ranges::max(lines[0], {}, [](const MatrixBox& box) { return box.map.decimals; }).map.decimals;
    set_name(drawing, sum, sum.scale_name = transposed ? "<all K read T> <all Q read>" : "<all Q read> <all K read T>");
    lines[0].push_back({std::move(sum), shows_all ? "=" : "+ … =", "one head’s scores"});
    HeatmapOptions A = lens_map(drawing, one.A, palette_of(drawing, ArrayId::A));
    A.transposed = transposed;
    if (std::ranges::find(one.left_out, ArrayId::mask) == one.left_out.end())
        A.mask = heat_of(drawing, {drawing.layer().number, ArrayId::A, drawing.view_state.item, 0, 0, 0}).mask;
    A.shape = false;
    set_name(drawing, A, A.scale_name = "<all A>");
    const bool is_alike = one.largest_gap_of_shares <= rounding;
    lines[1].push_back({std::move(A), fmt::format("{}{}", shows_all ? "" : "… ", is_alike ? "=" : "≠"),
                        fmt::format("one softmax: one whole a {}", token_line(transposed))});
    for (std::vector<MatrixBox>& line : lines) {
        std::vector<HeatmapOptions*> maps;
        std::ranges::transform(line, std::back_inserter(maps), [](MatrixBox& box) { return &box.map; });
        share_colours(maps);
    }
    return lines;
}

} // namespace

void one_head_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const Later<OneHead> known = heads_as_one(drawing);
    if (known.now() == nullptr)
        return add_absence(list, drawing, area, known.why_not());
    const OneHead& one = *known.now();
    const float of_a_head = drawing.view_state.is_enlarged ? width_of_a_head_on_wall : width_of_a_head;
    const auto most_shown = std::clamp<Index>(to_integer<Index>(area.width / of_a_head) - 1, 1, most_heads);
    Index shown = std::min(drawing.sizes().H, most_shown);
    const auto has_numbers = [&](Index heads) {
        return std::ranges::any_of(arrangements(one_head_lines(drawing, one, heads)), [&](const MatrixLines& lines) {
            const Grid grid(drawing, area, lines, {});
            return grid.has_numbers() && grid.fits() && grid.is_within_area();
        });
    };
    const bool shows_some = shown < drawing.sizes().H && shown > 2;
    if (drawing.view_state.on_paper && shows_some && !has_numbers(shown) && has_numbers(2))
        shown = 2; // numbers are worth more than a third head
    const bool transposed = drawing.session.tokens_as_columns;
    const Index heads = drawing.sizes().H;
    Claims said{{fmt::format("As one head its raw scores are the sum of the heads’ raw scores; but in it every {} "
                             "shares one whole, where each of many heads shares one of its own.",
                             token_line(transposed)),
                 Always{"how the picture is made: its scores are added up, and put through one softmax"}}};
    if (drawing.sizes().queries_per_kv > 1)
        said.emplace_back("Keys and values that several heads share stand in it once for each of them.",
                          length_fact(drawing.sizes(), &Sizes::queries_per_kv));
    for (const ArrayId added : one.left_out)
        said.emplace_back(
            prose("As one head it has no {}, since each of many has one of its own.", name_of(drawing.notation, added)),
            fact_at_least(Quantity::exists, {drawing.layer().number, added}, 1));
    if (drawing.layer().scale.kind == Scale::Kind::inverse_sqrt_d_k)
        said.emplace_back(
            fmt::format("It is as wide as all of them together: its scale is 1/√{}.", heads * drawing.sizes().d_k),
            std::vector{length_fact(drawing.sizes(), &Sizes::H), length_fact(drawing.sizes(), &Sizes::d_k)});
    if (!one.Y.empty() && drawing.trace.has(ArrayId::Y))
        said.emplace_back(one.largest_gap_of_outputs <= rounding * std::max(1.0F, one.largest_output)
                              ? std::string("Through the same output weights the outputs are the same.")
                              : fmt::format("Through the same output weights the outputs differ by up to {}.",
                                            lens_number(one.largest_gap_of_outputs)),
                          Always{"both matrices were compared cell by cell; one of them is no array of the layer, so "
                                 "that no fact can name it"});
    add_matrix_lines(list, drawing, area, one_head_lines(drawing, one, shown), said);
}

bool shows_subspaces(const DrawContext& drawing) {
    const auto product = fused_product(drawing);
    return product && drawing.layer().heads.size() > 1 && !parameter(drawing.layer(), product->weights, 0).empty();
}

void subspaces_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const ArrayId weights = fused_product(drawing)->weights;
    LensInputs inputs;
    inputs.number(static_cast<Index>(weights)).weights(drawing.layer(), weights);
    const Matrix first = parameter(drawing.layer(), weights, 0);
    const Index all_columns = drawing.sizes().H * first.columns();
    const auto known = drawing.cache.found_later(key_of(Lens::subspaces), inputs,
                                                 product_effort(all_columns, first.rows(), all_columns),
                                                 [layer = drawing.layer(), weights](const std::stop_token& stop) {
                                                     return subspace_overlaps(layer, weights, stop);
                                                 });
    if (known.now() == nullptr)
        return add_absence(list, drawing, area, known.why_not());
    const Matrix& overlaps = *known.now();
    HeatmapOptions map = lens_map(drawing, overlaps, palette_of(drawing, ArrayId::A));
    map.shape_is = written_fact(Quantity::heads_shape, {drawing.layer().number, weights, 0, 0, 0, 0}, {});
    const Index heads = overlaps.rows();
    for (Index head = 0; head < heads; ++head)
        map.rows.labels.push_back(std::to_string(head_number(drawing.session, head)));
    map.rows.title = "head";
    map.columns = map.rows;
    double sum = 0;
    for (Index g = 0; g < heads; ++g)
        for (Index h = 0; h < g; ++h)
            sum += static_cast<double>(overlaps(g, h));
    const double pairs = static_cast<double>(heads * (heads - 1)) / 2;
    add_matrix_lines(
        list, drawing, area, {{{map, ""}}},
        {{prose("Each head looks at {} through a subspace of its own: what the columns of its weights span. A "
                "cell says how much of two heads’ subspaces is shared: 1 all, 0 nothing, as at right angles.",
                symbol_in(weights == ArrayId::W_Q ? "<X>" : "<source>", drawing.notation)),
          Always{"it says what a cell of the picture means, whatever its number is"}},
         {fmt::format("Two heads share {} here on average; drawn at random they would share about {}.",
                      lens_number(static_cast<float>(sum / pairs)),
                      lens_number(overlap_of_random_heads(first.columns(), first.rows()))),
          {written_fact(Quantity::overlap, {drawing.layer().number, weights, 0, 0, 0, 0},
                        lens_number(static_cast<float>(sum / pairs))),
           written_fact(Quantity::random_overlap, {drawing.layer().number, weights, 0, 0, 0, 0},
                        lens_number(overlap_of_random_heads(first.columns(), first.rows())))}}},
        {.largest_cell = largest_cell_of_few});
}

} // namespace attn
