#include "core/explain/lenses.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/lens_matrices.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/words/cell_letters.h"
#include "core/figure/words/cell_words.h"
#include "core/model/facts.h"
#include "core/model/overrides.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <utility>

namespace attn {

namespace {

Later<HeadAsking> asking_of(const DrawContext& drawing, Index head) {
    LensInputs inputs;
    inputs.number(head).weights(drawing.layer(), ArrayId::W_Q).weights(drawing.layer(), ArrayId::W_K);
    const Sizes& sizes = drawing.sizes();
    return drawing.cache.found_later(
        key_of(Lens::asking), inputs, product_effort(sizes.D, sizes.d_k, sizes.D_context),
        [layer = drawing.layer(), head](const std::stop_token& /*stop*/) { return head_asking(layer, head); });
}

Later<HeadWriting> writing_of(const DrawContext& drawing, Index head) {
    LensInputs inputs;
    inputs.number(head);
    for (const ArrayId array : {ArrayId::W_V, ArrayId::b_V, ArrayId::W_O})
        inputs.weights(drawing.layer(), array);
    const Sizes& sizes = drawing.sizes();
    return drawing.cache.found_later(
        key_of(Lens::writing), inputs, product_effort(sizes.D_context, sizes.d_v, sizes.D),
        [layer = drawing.layer(), head](const std::stop_token& /*stop*/) { return head_writing(layer, head); });
}

/// One row of a stage as a horizontal strip.
HeatmapOptions row_of(const DrawContext& drawing, ArrayId stage, Index row, std::string_view name) {
    HeatmapOptions options =
        row_at(drawing, {drawing.layer().number, stage, drawing.view_state.item, drawing.view_state.head}, row);
    options.range = range_of(options.matrix, options.palette, options.mask);
    options.columns = column_axis_of(drawing, stage);
    options.columns.title.clear();
    options.is_part = true;
    set_name(drawing, options, name);
    return options;
}

} // namespace

bool shows_bilinear_form(const DrawContext& drawing) {
    return is_at(drawing, {ArrayId::scores}) &&
           has_bilinear_form(drawing.trace, drawing.view_state.item, drawing.view_state.head);
}

void bilinear_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    constexpr ArrayId asking_input = ArrayId::X;
    const CellId cell = selected_cell(drawing);
    const CellId score{cell.layer, ArrayId::scores, cell.item, cell.head, cell.row, cell.column};
    const Later<HeadAsking> known = asking_of(drawing, cell.head);
    if (known.now() == nullptr)
        return add_absence(list, drawing, area, known.why_not());
    const HeadAsking& asking = *known.now();
    const Bilinear form = bilinear_form(drawing.trace, asking, cell.item, cell.head, cell.row, cell.column);
    const Prose query = token_name(drawing, false, cell.row);
    const Prose key = token_name(drawing, true, cell.column);
    HeatmapOptions x_i = row_of(drawing, asking_input, cell.row, "<x>_<i>");
    HeatmapOptions M = lens_map(drawing, asking.M);
    M.product = ShownProduct{{cell.layer, ArrayId::W_Q, 0, cell.head, 0, 0},
                             canonical(drawing, {cell.layer, ArrayId::W_K, 0, cell.head, 0, 0}),
                             drawing.sizes().d_k,
                             true};
    // M is the usual symbol of the mask, so the matrix is called W_QK.
    const bool transposed = drawing.session.tokens_as_columns;
    set_name(drawing, M, transposed ? "<W_QK T> = <W_K><W_Q T>" : "<W_QK> = <W_Q><W_K T>");
    M.shape_is = written_fact(Quantity::product_shape, {cell.layer, ArrayId::W_Q, 0, cell.head, 0, 0}, {});
    M.scale_name = transposed ? "<W_QK T>" : "<W_QK>";
    M.transposed = transposed;
    const ArrayId source = source_of_keys(drawing);
    M.rows = column_axis_of(drawing, transposed ? source : asking_input);
    M.columns = column_axis_of(drawing, transposed ? asking_input : source);
    const std::string asks = fmt::format("numbers of {}, which asks", in_letters("<x>_<i>", drawing.notation));
    const std::string is_read =
        source == asking_input
            ? fmt::format("numbers of {}, which is read", in_letters("<source x>_<j>", drawing.notation))
            : fmt::format("is read: {}s of {}", transposed ? "row" : "column", shown_name(drawing.notation, source));
    M.rows.title = transposed ? is_read : asks;
    M.columns.title = transposed ? asks : is_read;
    // x^c already has an exponent, so it is bracketed.
    const char* const key_name = source == asking_input ? "<x>_<j>^\\top" : "{<source x>_<j>}^\\top";
    HeatmapOptions x_j = row_of(drawing, source, cell.column, key_name);
    join_comparable(std::array{&x_i.range, &M.range, &x_j.range});
    const auto stand_up = [](HeatmapOptions& x) {
        x.transposed = true;
        x.rows = std::exchange(x.columns, {});
    };
    stand_up(transposed ? x_i : x_j);
    const std::string product =
        transposed ? fmt::format("{} <W_QK T> <x>_<i>", key_name) : fmt::format("<x>_<i> <W_QK> {}", key_name);
    const std::string in_layer = lens_number(drawing.trace.value(score));
    Claims said{{prose("{} asks {}: {} = {}. In the layer {} is {}.", query, key, symbol_in(product, drawing.notation),
                       lens_number(form.product), short_cell(drawing, score), in_layer),
                 {written_fact(Quantity::bilinear, score, lens_number(form.product)),
                  written_fact(Quantity::value, canonical(drawing, score), in_layer)}}};
    if (transposed)
        std::swap(x_i, x_j);
    if (form.has_biases) {
        std::vector<Fact> biases;
        for (const float number : {form.query_bias, form.key_bias, form.both_biases}) {
            biases.push_back(written_fact(Quantity::bilinear_bias, score, lens_number(number)));
            biases.back().terms = {std::ssize(biases) - 1};
        }
        said.emplace_back(prose("Biases add {} ({} with the key), {} (the query with {}) and {} (both).",
                                lens_number(form.query_bias), name_of(drawing.notation, ArrayId::b_Q),
                                lens_number(form.key_bias), name_of(drawing.notation, ArrayId::b_K),
                                lens_number(form.both_biases)),
                          std::move(biases));
    }
    const Index width = drawing.sizes().d_k;
    const Index most = std::min({width, asking.M.rows(), asking.M.columns()});
    const CellId of_head{cell.layer, ArrayId::W_Q, 0, cell.head, 0, 0};
    const bool is_asymmetric = asking.largest_asymmetry > 0;
    std::vector<Fact> of_rank{fact_within(Quantity::rank, of_head, 0, static_cast<double>(most))};
    if (is_asymmetric)
        of_rank.push_back(fact_at_least(Quantity::asymmetry, of_head, 1e-9));
    said.emplace_back(prose("{} has rank {} at most{}.", symbol_in("<W_QK>", drawing.notation), most,
                            is_asymmetric ? ", and is not symmetric: to ask is not to be asked" : ""),
                      std::move(of_rank));
    add_matrix_lines(list, drawing, area, {{{x_i, ""}, {M, "·"}, {x_j, "·"}}}, said);
}

bool shows_writing(const DrawContext& drawing) {
    return is_at(drawing, {ArrayId::V, ArrayId::O, ArrayId::parts}) && has_head_writing(drawing.trace);
}

namespace {

/// The claim how a token that is read changes the output, or which step between prevents it.
Claim writing_words(const DrawContext& drawing) {
    const Index head = drawing.view_state.head;
    const Index item = drawing.view_state.item;
    std::vector<Fact> facts;
    for (const ArrayId array : {ArrayId::V, ArrayId::V_normed, ArrayId::O, ArrayId::O_gated, ArrayId::parts}) {
        const CellId first = canonical(drawing, {drawing.layer().number, array, item, head, 0, 0});
        const bool does_nothing = array == ArrayId::V || array == ArrayId::O || array == ArrayId::parts;
        facts.push_back(fact(does_nothing ? Quantity::given_count : Quantity::exists, first, 0));
    }
    facts.push_back(fact(Quantity::is_head_on, {drawing.layer().number, ArrayId::A, item, head, 0, 0}, 1));
    const auto not_alone = [](std::string_view what, Fact because) {
        return Claim{fmt::format("Here {}: what arrives in the output is not this alone.", what), std::move(because)};
    };
    const Layer& layer = drawing.layer();
    if (!layer.heads.at(static_cast<std::size_t>(head)).on)
        return not_alone("the head is off",
                         fact(Quantity::is_head_on, {drawing.layer().number, ArrayId::A, item, head, 0, 0}, 0));
    for (const auto& [between, what] : {std::pair(ArrayId::V_normed, "values are normed between the two weights"),
                                        std::pair(ArrayId::O_gated, "a gate stands between the two weights")})
        if (drawing.trace.has(between))
            return not_alone(what, fact_at_least(Quantity::exists, {drawing.layer().number, between, 0, 0, 0, 0}, 1));
    for (const ArrayId array : {ArrayId::V, ArrayId::O, ArrayId::parts})
        if (is_overridden(layer, array))
            return not_alone("numbers between the two weights were given",
                             fact_at_least(Quantity::given_count, {drawing.layer().number, array}, 1));
    const Prose source = symbol_in(symbol_of(source_of_keys(drawing)), drawing.notation);
    const Prose product = drawing.session.tokens_as_columns ? prose("this times its column of {}", source)
                                                            : prose("its row of {} times this", source);
    return {prose("Each token that is read adds {}, as much as its share says: what a head writes does not depend "
                  "on where it looks.",
                  product),
            std::move(facts)};
}

} // namespace

void writing_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const Index head = drawing.view_state.head;
    const Later<HeadWriting> known = writing_of(drawing, head);
    if (known.now() == nullptr)
        return add_absence(list, drawing, area, known.why_not());
    const HeadWriting& writing = *known.now();
    HeatmapOptions map = lens_map(drawing, writing.W_VO);
    map.product = ShownProduct{canonical(drawing, {drawing.layer().number, ArrayId::W_V, 0, head, 0, 0}),
                               {drawing.layer().number, ArrayId::W_O, 0, head, 0, 0},
                               drawing.sizes().d_v};
    map.shape_is = written_fact(Quantity::product_shape, {drawing.layer().number, ArrayId::W_V, 0, head, 0, 0}, {});
    const bool transposed = drawing.session.tokens_as_columns;
    map.transposed = transposed;
    map.rows = column_axis_of(drawing, transposed ? ArrayId::Y : source_of_keys(drawing));
    map.columns = column_axis_of(drawing, transposed ? source_of_keys(drawing) : ArrayId::Y);
    set_name(drawing, map, map.scale_name = transposed ? "<W_O T><W_V T>" : "<W_V><W_O>");
    Claims said{{fmt::format("{}s are what is read, {}s what is written.", transposed ? "Column" : "Row",
                             transposed ? "row" : "column"),
                 Always{"it says what of the picture stands for what, which is how every such picture is drawn"}},
                writing_words(drawing)};
    if (writing.constant.empty()) {
        add_matrix_lines(list, drawing, area, {{{map, ""}}}, said);
        return;
    }
    HeatmapOptions constant = lens_map(drawing, writing.constant);
    constant.shape_is = written_fact(Quantity::row_shape, {drawing.layer().number, ArrayId::W_O, 0, head, 0, 0}, {});
    constant.shape_is->terms = {transposed ? 1 : 0}; // 1: the shape is written transposed, as it is drawn
    constant.transposed = transposed;
    set_name(drawing, constant, constant.scale_name = transposed ? "<W_O T><b_V>" : "<b_V><W_O>");
    join_comparable(std::array{&map.range, &constant.range});
    MatrixBox same{constant, "", "the same for every token whose shares sum to 1"};
    const MatrixLines lines = transposed ? MatrixLines{{{map, ""}, same}} : MatrixLines{{{map, ""}}, {same}};
    add_matrix_lines(list, drawing, area, lines, said);
}

} // namespace attn
