#include "core/figure/pictures/lenses.h"

#include "core/document/session_notation.h"
#include "core/explain/lenses.h"
#include "core/explain/subspaces.h"
#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/pictures/words.h"
#include "core/model/facts.h"
#include "core/model/overrides.h"
#include "core/notation/in_notation.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float lenses_name_size = 16;
constexpr float head_name_size = 14;
constexpr float width_of_a_head = 160; // with its name, so that a few stand in a line
constexpr float width_of_a_head_on_wall = 120;
constexpr Index most_heads = 4;

const HeadAsking& asking_of(const DrawContext& drawing, Index head) {
    LensInputs inputs;
    inputs.number(head).weights(drawing.layer(), ArrayId::W_Q).weights(drawing.layer(), ArrayId::W_K);
    return drawing.cache.seen_through(Lens::asking, std::move(inputs),
                                      [&] { return head_asking(drawing.trace, head); });
}

const HeadWriting& writing_of(const DrawContext& drawing, Index head) {
    LensInputs inputs;
    inputs.number(head);
    for (const ArrayId array : {ArrayId::W_V, ArrayId::b_V, ArrayId::W_O})
        inputs.weights(drawing.layer(), array);
    return drawing.cache.seen_through(Lens::writing, std::move(inputs),
                                      [&] { return head_writing(drawing.trace, head); });
}

Matrix all_weights(const DrawContext& drawing, ArrayId weights) {
    LensInputs inputs;
    inputs.number(static_cast<Index>(weights)).weights(drawing.layer(), weights);
    return drawing.cache.seen_through(Lens::fused_weights, std::move(inputs),
                                      [&] { return fused_weights(drawing.layer(), weights); });
}

Matrix all_heads(const DrawContext& drawing, ArrayId stage) {
    const Index item = drawing.view_state.item;
    LensInputs inputs;
    inputs.number(static_cast<Index>(stage)).number(item).stage(drawing.trace, stage, item);
    return drawing.cache.seen_through(Lens::fused_stage, std::move(inputs),
                                      [&] { return fused_stage(drawing.trace, stage, item); });
}

const OneHead& heads_as_one(const DrawContext& drawing) {
    const Index item = drawing.view_state.item;
    LensInputs inputs;
    inputs.number(item);
    // The scale shows in what is scaled; what kind it is says what it would be for one head.
    inputs.number(static_cast<Index>(drawing.layer().scale.kind));
    for (const ArrayId stage : {ArrayId::scores, ArrayId::scaled, ArrayId::mask, values_mixed(drawing.trace)})
        inputs.stage(drawing.trace, stage, item);
    inputs.weights(drawing.layer(), ArrayId::W_O).weights(drawing.layer(), ArrayId::b_O);
    return drawing.cache.seen_through(Lens::one_head, std::move(inputs), [&] { return one_head(drawing.trace, item); });
}

/// A matrix that is no stage: worked out for the lens alone.
HeatmapOptions lens_map(const DrawContext& drawing, Matrix matrix, std::optional<Palette> asked = std::nullopt) {
    HeatmapOptions options;
    const Palette palette = asked.value_or(palette_of_changes(drawing));
    options.matrix = std::move(matrix);
    options.palette = palette;
    options.look = drawing.view_state.look;
    options.range = range_of(options.matrix, palette);
    options.numbers = drawing.view_state.numbers;
    options.decimals = drawing.view_state.decimals;
    options.smallest_number = drawing.view_state.smallest_number;
    return options;
}

void set_name(const DrawContext& drawing, HeatmapOptions& options, std::string_view formula) {
    options.name = set_formula(drawing, formula, lenses_name_size, drawing.theme().ink);
    options.name_place = NamePlace::above;
}

AxisLabels numbers(Index count) {
    AxisLabels axis;
    axis.labels = counted(count);
    return axis;
}

/// A stage's matrix with its names; where tokens are columns, transposed.
HeatmapOptions stage_map(const DrawContext& drawing, ArrayId stage, Index head) {
    return matrix_at(drawing, {stage, drawing.view_state.item, head}, {.titles = false, .name_size = lenses_name_size});
}

/// Lines of matrices; what is said stands beneath them, and beneath that the scales of their colours.
void add_matrix_lines(DisplayList& list, const DrawContext& drawing, const Box& area, const MatrixLines& lines,
                      const Claims& said) {
    constexpr float text_line = 20;
    float height = text_line;
    for (const Claim& claim : said)
        height += paragraph_height(drawing.typesetter, area.width, claim.text, text_line);
    draw_above_scales(list, drawing, area, [&](const Box& above) {
        std::vector<Grid> grids{{drawing, above, lines, {.foot = height}}};
        if (drawing.view_state.on_paper)
            grids.push_back({drawing, above, broken(lines), {.foot = height}});
        // In a lecture, where nothing is scrolled, words of the rows and numbers come before what is said.
        const bool is_on_wall = drawing.view_state.is_enlarged;
        bool says = !is_on_wall || (grids.front().fits() && grids.front().has_words());
        if (is_on_wall && says && !grids.front().has_numbers())
            says = !Grid(drawing, above, lines, GridRules{}).has_numbers();
        if (!says) {
            grids.clear();
            grids.emplace_back(drawing, above, lines, GridRules{});
        }
        const Grid& grid = best_of(grids);
        grid.add(list);
        if (!says)
            return;
        float y = grid.covered().bottom() + text_line;
        for (const Claim& claim : said)
            y += add_paragraph(list, drawing.typesetter, {area.x, y}, area.width, Claims{claim}, drawing.theme().ink,
                               {}, text_line);
    });
}

bool is_on(const DrawContext& drawing, std::initializer_list<ArrayId> stages) {
    return !drawing.view_state.parameter &&
           std::find(stages.begin(), stages.end(), drawing.view_state.step) != stages.end();
}

std::string value(float number) {
    return display_number(number, 3);
}

ArrayId source_of_keys(const DrawContext& drawing) {
    return drawing.trace.has(ArrayId::context) ? ArrayId::context : ArrayId::X;
}

/// One row of a stage, as a strip.
HeatmapOptions row_of(const DrawContext& drawing, ArrayId stage, Index row, std::string_view name) {
    HeatmapOptions options = row_at(drawing, {stage, drawing.view_state.item, drawing.view_state.head}, row);
    options.range = range_of(options.matrix, options.palette, options.mask);
    options.columns = column_axis_of(drawing, stage);
    options.columns.title.clear();
    options.is_part = true;
    set_name(drawing, options, name);
    return options;
}

} // namespace

bool shows_bilinear_form(const DrawContext& drawing) {
    return is_on(drawing, {ArrayId::scores}) &&
           has_bilinear_form(drawing.trace, drawing.view_state.item, drawing.view_state.head);
}

void bilinear_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const CellId cell = selected_cell(drawing);
    const CellId score{ArrayId::scores, cell.item, cell.head, cell.row, cell.column};
    const HeadAsking& asking = asking_of(drawing, cell.head);
    const Bilinear form = bilinear_form(drawing.trace, asking, cell.item, cell.head, cell.row, cell.column);
    const std::string query = token_name(drawing, false, cell.row);
    const std::string key = token_name(drawing, true, cell.column);
    HeatmapOptions x_i = row_of(drawing, ArrayId::X, cell.row, "<x>_<i>");
    HeatmapOptions M = lens_map(drawing, asking.M);
    M.product = ShownProduct{{ArrayId::W_Q, 0, cell.head, 0, 0},
                             canonical(drawing, {ArrayId::W_K, 0, cell.head, 0, 0}),
                             drawing.sizes().d_k,
                             true};
    // The mask is called M already.
    const bool transposed = drawing.session.tokens_as_columns;
    set_name(drawing, M, transposed ? "<W_QK T> = <W_K><W_Q T>" : "<W_QK> = <W_Q><W_K T>");
    M.shape_is = written_fact(Quantity::product_shape, {ArrayId::W_Q, 0, cell.head, 0, 0}, {});
    M.scale_name = transposed ? "<W_QK T>" : "<W_QK>";
    M.transposed = transposed;
    M.rows = numbers(shown_shape(M).rows);
    M.columns = numbers(shown_shape(M).columns);
    const ArrayId source = source_of_keys(drawing);
    // x^c has an exponent already.
    const char* const key_name = source == ArrayId::X ? "<x>_<j>^\\top" : "{<source x>_<j>}^\\top";
    HeatmapOptions x_j = row_of(drawing, source, cell.column, key_name);
    join_comparable(std::array{&x_i.range, &M.range, &x_j.range});
    const auto stand_up = [](HeatmapOptions& x) {
        x.transposed = true;
        x.rows = numbers(x.matrix.columns());
        x.columns = {};
    };
    stand_up(transposed ? x_i : x_j);
    const std::string asks = in_letters("<x>", notation_of(drawing.session));
    const std::string read = source == ArrayId::X ? asks : asks + "_c";
    const std::string product_name = in_letters("<W_QK>", notation_of(drawing.session));
    const std::string sign = transposed_sign(notation_of(drawing.session));
    const std::string words = transposed ? fmt::format("{}{} {}{} {}", read, sign, product_name, sign, asks)
                                         : fmt::format("{} {} {}{}", asks, product_name, read, sign);
    const std::string in_layer = value(drawing.trace.value(score));
    Claims said{{fmt::format("{} asks {}: {} = {}. In the layer {} is {}.", query, key, words, value(form.product),
                             short_cell(drawing, score), in_layer),
                 {written_fact(Quantity::bilinear, score, value(form.product)),
                  written_fact(Quantity::value, canonical(drawing, score), in_layer)}}};
    if (transposed)
        std::swap(x_i, x_j);
    if (form.has_biases) {
        std::vector<Fact> biases;
        for (const float number : {form.query_bias, form.key_bias, form.both_biases}) {
            biases.push_back(written_fact(Quantity::bilinear_bias, score, value(number)));
            biases.back().terms = {std::ssize(biases) - 1};
        }
        said.emplace_back(fmt::format("Biases add {} ({} with the key), {} (the query with {}) and {} (both).",
                                      value(form.query_bias), shown_name(drawing.session, ArrayId::b_Q),
                                      value(form.key_bias), shown_name(drawing.session, ArrayId::b_K),
                                      value(form.both_biases)),
                          std::move(biases));
    }
    const Index width = drawing.sizes().d_k;
    const Index most = std::min({width, asking.M.rows(), asking.M.columns()});
    const CellId of_head{ArrayId::W_Q, 0, cell.head, 0, 0};
    const bool is_asymmetric = asking.largest_asymmetry > 0;
    std::vector<Fact> of_rank{fact_within(Quantity::rank, of_head, 0, static_cast<double>(most))};
    if (is_asymmetric)
        of_rank.push_back(fact_at_least(Quantity::asymmetry, of_head, 1e-9));
    said.emplace_back(fmt::format("{} has rank {} at most{}.", product_name, most,
                                  is_asymmetric ? ", and is not symmetric: to ask is not to be asked" : ""),
                      std::move(of_rank));
    add_matrix_lines(list, drawing, area, {{{x_i, ""}, {M, "·"}, {x_j, "·"}}}, said);
}

bool shows_writing(const DrawContext& drawing) {
    return is_on(drawing, {ArrayId::V, ArrayId::O, ArrayId::parts}) && has_head_writing(drawing.trace);
}

namespace {

/// What of a token that is read arrives in the output, as far as nothing stands between.
Claim writing_words(const DrawContext& drawing) {
    const Index head = drawing.view_state.head;
    const Index item = drawing.view_state.item;
    std::vector<Fact> facts;
    for (const ArrayId array : {ArrayId::V, ArrayId::V_normed, ArrayId::O, ArrayId::O_gated, ArrayId::parts}) {
        const CellId first = canonical(drawing, {array, item, head, 0, 0});
        const bool does_nothing = array == ArrayId::V || array == ArrayId::O || array == ArrayId::parts;
        facts.push_back(fact(does_nothing ? Quantity::given_count : Quantity::exists, first, 0));
    }
    facts.push_back(fact(Quantity::is_head_on, {ArrayId::A, item, head, 0, 0}, 1));
    const auto not_alone = [](std::string_view what, Fact because) {
        return Claim{fmt::format("Here {}: what arrives in the output is not this alone.", what), std::move(because)};
    };
    const Layer& layer = drawing.layer();
    if (!layer.heads.at(static_cast<std::size_t>(head)).on)
        return not_alone("the head is off", fact(Quantity::is_head_on, {ArrayId::A, item, head, 0, 0}, 0));
    for (const auto& [between, what] : {std::pair(ArrayId::V_normed, "values are normed between the two weights"),
                                        std::pair(ArrayId::O_gated, "a gate stands between the two weights")})
        if (drawing.trace.has(between))
            return not_alone(what, fact_at_least(Quantity::exists, {between, 0, 0, 0, 0}, 1));
    for (const ArrayId array : {ArrayId::V, ArrayId::O, ArrayId::parts})
        if (is_overridden(layer, array))
            return not_alone("numbers between the two weights were given",
                             fact_at_least(Quantity::given_count, {array, 0, 0, 0, 0}, 1));
    return {fmt::format("Each token that is read adds its {} of {} times this, as much as its share says: what a head "
                        "writes does not depend on where it looks.",
                        token_line(drawing.session.tokens_as_columns),
                        in_letters(symbol_of(source_of_keys(drawing)), notation_of(drawing.session))),
            std::move(facts)};
}

} // namespace

void writing_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const HeadWriting& writing = writing_of(drawing, drawing.view_state.head);
    const Index head = drawing.view_state.head;
    HeatmapOptions map = lens_map(drawing, writing.W_VO);
    map.product = ShownProduct{
        canonical(drawing, {ArrayId::W_V, 0, head, 0, 0}), {ArrayId::W_O, 0, head, 0, 0}, drawing.sizes().d_v};
    map.shape_is = written_fact(Quantity::product_shape, {ArrayId::W_V, 0, head, 0, 0}, {});
    map.rows = numbers(writing.W_VO.rows());
    map.columns = numbers(writing.W_VO.columns());
    set_name(drawing, map, map.scale_name = "<W_V><W_O>");
    Claims said{{"Rows are what is read, columns what is written.",
                 Always{"it says what of the picture stands for what, which is how every such picture is drawn"}},
                writing_words(drawing)};
    if (writing.constant.empty()) {
        add_matrix_lines(list, drawing, area, {{{map, ""}}}, said);
        return;
    }
    HeatmapOptions constant = lens_map(drawing, writing.constant);
    constant.shape_is = written_fact(Quantity::row_shape, {ArrayId::W_O, 0, head, 0, 0}, {});
    constant.shape_is->terms = {0}; // as it is drawn
    set_name(drawing, constant, constant.scale_name = "<b_V><W_O>");
    join_comparable(std::array{&map.range, &constant.range});
    add_matrix_lines(list, drawing, area,
                     {{{map, ""}}, {{constant, "", "the same for every token whose shares sum to 1"}}}, said);
}

namespace {

/// A product that all heads share, and its weights.
struct FusedProduct {
    ArrayId stage{};
    ArrayId weights{};
};

/// The array's matrices of all heads side by side.
HeatmapOptions side_by_side(const DrawContext& drawing, ArrayId array, Matrix matrix) {
    HeatmapOptions map = lens_map(drawing, std::move(matrix));
    map.first_cell = canonical(drawing, {array, drawing.view_state.item, 0, 0, 0});
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
    if (view.focus && view.focus->array == array && view.focus_beside == view.array()) {
        const auto [row, column] = place_of(*view.focus);
        map.outlines.push_back({row, column, 1, 1, Outline::Kind::strong});
    }
    (map.transposed ? map.rows : map.columns) = numbers(map.matrix.columns());
    return map;
}

/// The one that is in sight, at its stage or at its weights.
std::optional<FusedProduct> fused_product(const DrawContext& drawing) {
    constexpr std::array products{FusedProduct{ArrayId::Q, ArrayId::W_Q}, FusedProduct{ArrayId::K, ArrayId::W_K},
                                  FusedProduct{ArrayId::V, ArrayId::W_V}};
    const ArrayId shown = drawing.view_state.array();
    for (const FusedProduct& product : products)
        if (shown == product.stage || shown == product.weights)
            return product;
    return std::nullopt;
}

} // namespace

bool shows_fused(const DrawContext& drawing) {
    const auto product = fused_product(drawing);
    return product && drawing.trace.has(ArrayId::X) && drawing.layer().heads.size() > 1 &&
           !parameter(drawing.layer(), product->weights, 0).empty();
}

void fused_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const auto [stage, weights] = *fused_product(drawing);
    const bool query = stage == ArrayId::Q;
    const ArrayId source = query ? ArrayId::X : source_of_keys(drawing);
    HeatmapOptions X = stage_map(drawing, source, 0);
    HeatmapOptions W = side_by_side(drawing, weights, all_weights(drawing, weights));
    HeatmapOptions all = side_by_side(drawing, stage, all_heads(drawing, stage));
    join_comparable(std::array{&X.range, &W.range, &all.range});
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
    add_matrix_lines(
        list, drawing, area, {{first, second, {all, "=", "then the cut", names_of(all, symbol_of(stage))}}},
        {{fmt::format("{} heads share one product: {} {} {}.", heads, owners, each, transposed ? "rows" : "columns"),
          {length_fact(drawing.sizes(), &Sizes::H), length_fact(drawing.sizes(), &Sizes::queries_per_kv),
           length_fact(drawing.sizes(), stage == ArrayId::V ? &Sizes::d_v : &Sizes::d_k)}}});
}

bool shows_one_head(const DrawContext& drawing) {
    return is_on(drawing, {ArrayId::scores, ArrayId::A, ArrayId::Y}) && drawing.sizes().H > 1 &&
           drawing.trace.has(ArrayId::scores) && drawing.trace.has(ArrayId::A);
}

void one_head_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const OneHead& one = heads_as_one(drawing);
    const float of_a_head = drawing.view_state.is_enlarged ? width_of_a_head_on_wall : width_of_a_head;
    const auto most_shown = std::clamp<Index>(to_integer<Index>(area.width / of_a_head) - 1, 1, most_heads);
    const Index heads = drawing.sizes().H;
    std::vector<MatrixBox> scores;
    std::vector<MatrixBox> shares;
    for (Index head = 0; head < std::min(heads, most_shown); ++head) {
        HeatmapOptions score = stage_map(drawing, ArrayId::scores, head);
        HeatmapOptions share = stage_map(drawing, ArrayId::A, head);
        for (HeatmapOptions* map : {&score, &share}) {
            if (drawing.view_state.marks_cell)
                outline_cell(*map, inspected_cell(drawing));
            map->shape = false;
            map->columns = {};
            if (head > 0)
                map->rows = {};
        }
        scores.push_back({std::move(score), head > 0 ? "+" : ""});
        shares.push_back({std::move(share), ""});
    }
    const bool transposed = drawing.session.tokens_as_columns;
    HeatmapOptions sum = lens_map(drawing, one.scores);
    sum.transposed = transposed;
    sum.shape = false;
    if (heads <= most_shown) // a sum of whole numbers is whole
        sum.decimals = std::ranges::max(scores, {}, [](const MatrixBox& box) { return box.map.decimals; }).map.decimals;
    set_name(drawing, sum, sum.scale_name = transposed ? "<all K T> <all Q>" : "<all Q> <all K T>");
    scores.push_back({std::move(sum), heads > most_shown ? "+ … =" : "=", "one head's scores"});
    HeatmapOptions A = lens_map(drawing, one.A, palette_of(drawing, ArrayId::A));
    A.transposed = transposed;
    A.mask = heat_of(drawing, {ArrayId::A, drawing.view_state.item, 0, 0, 0}).mask;
    A.shape = false;
    set_name(drawing, A, A.scale_name = "<all A>");
    shares.push_back({std::move(A), heads > most_shown ? "… ≠" : "≠", "one softmax: a single 1 to share"});
    for (std::vector<MatrixBox>* const line : {&scores, &shares}) {
        std::vector<HeatmapOptions*> maps;
        for (MatrixBox& box : *line)
            maps.push_back(&box.map);
        share_colours(maps);
    }
    Claims said{{fmt::format("As one head its raw scores are the sum of the heads' raw scores; but every {} has a "
                             "single 1 to share, where many heads have one each.",
                             token_line(transposed)),
                 Always{"how the picture is made: its scores are added up, and put through one softmax"}}};
    if (drawing.layer().scale.kind == Scale::Kind::inverse_sqrt_d_k)
        said.emplace_back(
            fmt::format("It is as wide as all of them together: its scale is 1/√{}.", heads * drawing.sizes().d_k),
            std::vector{length_fact(drawing.sizes(), &Sizes::H), length_fact(drawing.sizes(), &Sizes::d_k)});
    if (!one.Y.empty() && drawing.trace.has(ArrayId::Y)) {
        const Matrix Y = drawing.trace.matrix({ArrayId::Y, drawing.view_state.item, 0});
        float largest = 0;
        for (Index i = 0; i < Y.rows(); ++i)
            for (Index d = 0; d < Y.columns(); ++d)
                largest = std::max(largest, std::abs(Y(i, d) - one.Y(i, d)));
        said.emplace_back(
            fmt::format("Through the same output weights the outputs differ by up to {}.", value(largest)),
            Always{"both matrices were compared cell by cell just now; one of them is no array of the layer, so that "
                   "no fact "
                   "can name it"});
    }
    add_matrix_lines(list, drawing, area, {scores, shares}, said);
}

bool shows_subspaces(const DrawContext& drawing) {
    const auto product = fused_product(drawing);
    return product && has_subspaces(drawing.layer(), product->weights);
}

void subspaces_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const ArrayId weights = fused_product(drawing)->weights;
    LensInputs inputs;
    inputs.number(static_cast<Index>(weights)).weights(drawing.layer(), weights);
    const Matrix overlaps = drawing.cache.seen_through(Lens::subspaces, std::move(inputs),
                                                       [&] { return subspace_overlaps(drawing.layer(), weights); });
    HeatmapOptions map = lens_map(drawing, overlaps, palette_of(drawing, ArrayId::A));
    map.shape_is = written_fact(Quantity::heads_shape, {weights, 0, 0, 0, 0}, {});
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
    const Matrix first = parameter(drawing.layer(), weights, 0);
    add_matrix_lines(
        list, drawing, area, {{{map, ""}}},
        {{fmt::format("Each head looks at {} through a subspace of its own: what the columns of its weights span. A "
                      "cell says how much of two heads’ subspaces is shared: 1 all, 0 nothing, as at right angles.",
                      in_letters(weights == ArrayId::W_Q ? "<X>" : "<source>", notation_of(drawing.session))),
          Always{"it says what a cell of the picture means, whatever its number is"}},
         {fmt::format("Two heads share {} here on average; drawn at random they would share about {}.",
                      value(static_cast<float>(sum / pairs)),
                      value(overlap_of_random_heads(first.columns(), first.rows()))),
          {written_fact(Quantity::overlap, {weights, 0, 0, 0, 0}, value(static_cast<float>(sum / pairs))),
           written_fact(Quantity::random_overlap, {weights, 0, 0, 0, 0},
                        value(overlap_of_random_heads(first.columns(), first.rows())))}}});
}

} // namespace attn
