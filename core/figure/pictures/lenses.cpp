#include "core/figure/pictures/lenses.h"

#include "core/attention/lenses.h"
#include "core/figure/number.h"
#include "core/figure/pictures/heat.h"
#include "core/figure/pictures/matrix_lines.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/notation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float lenses_name_size = 16;
constexpr float width_of_a_head = 160; // with its name, so that a few stand in a line
constexpr Index most_heads = 4;
constexpr float least_height_for_numbers = 460; // beneath the strips of one token

/// A matrix that is no stage: worked out for the lens alone.
HeatmapOptions lens_map(const Subject& subject, Matrix matrix, Palette palette = Palette::diverging) {
    HeatmapOptions options;
    options.matrix = std::move(matrix);
    options.palette = palette;
    options.look = subject.sight.look;
    options.range = range_of(options.matrix, palette);
    return options;
}

void set_name(const Subject& subject, HeatmapOptions& options, std::string_view formula) {
    options.name = set_formula(subject, formula, lenses_name_size, subject.theme().ink);
    options.name_place = NamePlace::above;
}

AxisLabels numbers(Index count) {
    AxisLabels axis;
    axis.labels = counted(count);
    return axis;
}

/// A stage's matrix with its names; where tokens are columns, transposed.
HeatmapOptions stage_map(const Subject& subject, StageId stage, Index head, std::string_view name) {
    HeatmapOptions options = heat_of(subject, {stage, subject.sight.item, head, 0, 0});
    options.rows = left_axis_of(subject, stage);
    options.columns = lower_axis_of(subject, stage);
    options.rows.title.clear();
    options.columns.title.clear();
    options.name = set_formula(subject, name, lenses_name_size, subject.theme().ink, head);
    options.name_place = NamePlace::above;
    return options;
}

bool is_on(const Subject& subject, std::initializer_list<StageId> stages) {
    return !subject.sight.parameter && std::find(stages.begin(), stages.end(), subject.sight.step) != stages.end();
}

std::string value(float number) {
    return display_number(number, 3);
}

StageId source_of_keys(const Subject& subject) {
    return subject.trace.has(StageId::context) ? StageId::context : StageId::X;
}

/// One row of a stage, as a strip.
HeatmapOptions row_of(const Subject& subject, StageId stage, Index row, std::string_view name) {
    const CellId first = canonical(subject, {stage, subject.sight.item, subject.sight.head, 0, 0});
    HeatmapOptions options = heat_of(subject, first, false);
    options.matrix = options.matrix.row_block(row, 1);
    if (!options.mask.empty())
        options.mask = options.mask.row_block(row, 1);
    options.range = range_of(options.matrix, options.palette, options.mask);
    options.first_cell = CellId{stage, first.item, first.head, row, 0};
    options.columns = column_axis_of(subject, stage);
    options.columns.title.clear();
    options.shape = false;
    set_name(subject, options, name);
    return options;
}

} // namespace

bool shows_bilinear_form(const Subject& subject) {
    return is_on(subject, {StageId::scores, StageId::scaled}) &&
           has_bilinear_form(subject.trace, subject.sight.item, subject.sight.head);
}

void bilinear_picture(DisplayList& list, const Subject& subject, const Box& area) {
    const CellId cell = selected_cell(subject);
    const CellId score{StageId::scores, cell.item, cell.head, cell.row, cell.column};
    const Bilinear form = bilinear_form(subject.trace, cell.item, cell.head, cell.row, cell.column);
    const std::string query = token_name(subject, false, cell.row);
    const std::string key = token_name(subject, true, cell.column);
    HeatmapOptions x_i = row_of(subject, StageId::X, cell.row, "x_<i>");
    HeatmapOptions M = lens_map(subject, form.M);
    M.rows = numbers(form.M.rows());
    M.columns = numbers(form.M.columns());
    M.colour_bar = true;
    set_name(subject, M, "M = <W_Q><W_K T>");
    HeatmapOptions x_j = row_of(subject, source_of_keys(subject), cell.column, "x_<j>^\\top");
    x_j.transposed = true;
    x_j.rows = numbers(x_j.matrix.columns());
    x_j.columns = {};
    std::vector<std::string> said{fmt::format("{} asks {}: x M xᵀ = {}. The engine's score is {}.", query, key,
                                              value(form.product), value(subject.trace.value(score)))};
    if (form.has_biases)
        said.push_back(fmt::format("Biases add {} (b_Q with the key), {} (the query with b_K) and {} (both).",
                                   value(form.query_bias), value(form.key_bias), value(form.both_biases)));
    const Index width = subject.sizes().d_k;
    said.push_back(fmt::format("M has rank {} at most{}.", std::min(width, form.M.rows()),
                               form.largest_asymmetry > 0 ? ", and is not symmetric: to ask is not to be asked" : ""));
    add_matrix_lines(list, subject, area, {{{x_i, "", 0, ""}, {M, "·", 0, ""}, {x_j, "·", 0, ""}}}, said);
}

bool shows_writing(const Subject& subject) {
    return is_on(subject, {StageId::V, StageId::O, StageId::parts}) && has_head_writing(subject.trace);
}

void writing_picture(DisplayList& list, const Subject& subject, const Box& area) {
    const HeadWriting writing = head_writing(subject.trace, subject.sight.head);
    HeatmapOptions map = lens_map(subject, writing.W_VO);
    map.rows = numbers(writing.W_VO.rows());
    map.rows.title = "what is read";
    map.columns = numbers(writing.W_VO.columns());
    map.columns.title = "what is written";
    map.colour_bar = true;
    set_name(subject, map, "<W_V><W_O>");
    std::vector<std::vector<LinedMatrix>> lines{{{map, "", 0, ""}}};
    std::vector<std::string> said{"Each token that is read adds its row of X times this, as much as its share says: "
                                  "what a head writes does not depend on where it looks."};
    if (!writing.constant.empty()) {
        HeatmapOptions constant = lens_map(subject, writing.constant);
        set_name(subject, constant, "<b_V><W_O>");
        lines.push_back({{constant, "", 0, "the same for every token, since shares sum to 1"}});
    }
    add_matrix_lines(list, subject, area, std::move(lines), said);
}

bool shows_fused(const Subject& subject) {
    const auto whole = [&](ParameterId weights) {
        return subject.layer().heads.size() > 1 && !parameter(subject.layer(), weights, 0).empty();
    };
    if (subject.sight.parameter || !subject.trace.has(StageId::X))
        return false;
    switch (subject.sight.step) {
    case StageId::Q:
        return whole(ParameterId::W_Q);
    case StageId::K:
        return whole(ParameterId::W_K);
    case StageId::V:
        return whole(ParameterId::W_V);
    default:
        return false;
    }
}

void fused_picture(DisplayList& list, const Subject& subject, const Box& area) {
    const StageId stage = subject.sight.step;
    const bool query = stage == StageId::Q;
    ParameterId weights = ParameterId::W_V;
    if (stage != StageId::V)
        weights = query ? ParameterId::W_Q : ParameterId::W_K;
    const StageId source = query ? StageId::X : source_of_keys(subject);
    HeatmapOptions X = stage_map(subject, source, 0, symbol_of(source));
    X.transposed = false;
    X.rows = row_axis_of(subject, source);
    X.rows.title.clear();
    X.columns = column_axis_of(subject, source);
    HeatmapOptions W = lens_map(subject, fused_weights(subject.layer(), weights));
    W.columns = numbers(W.matrix.columns());
    set_name(subject, W, fmt::format("<all {}>", array_name(weights)));
    HeatmapOptions all = lens_map(subject, fused_stage(subject.trace, stage, subject.sight.item));
    all.columns = numbers(all.matrix.columns());
    set_name(subject, all, fmt::format("{}", array_name(stage)));
    const Index each = stage == StageId::V ? subject.sizes().d_v : subject.sizes().d_k;
    add_matrix_lines(list, subject, area,
                     {{{X, "", 0, ""}, {W, "·", each, "one matrix for all heads"}, {all, "=", each, "then the cut"}}},
                     {fmt::format("{} heads share one product: each owns {} columns.", subject.sizes().H, each)});
}

bool shows_one_head(const Subject& subject) {
    return is_on(subject, {StageId::scores, StageId::A, StageId::Y}) && subject.sizes().H > 1 &&
           subject.trace.has(StageId::scores) && subject.trace.has(StageId::A);
}

void one_head_picture(DisplayList& list, const Subject& subject, const Box& area) {
    const OneHead one = one_head(subject.trace, subject.sight.item);
    const auto most_shown = std::clamp<Index>(static_cast<Index>(area.width / width_of_a_head) - 1, 1, most_heads);
    const Index heads = subject.sizes().H;
    std::vector<LinedMatrix> scores;
    std::vector<LinedMatrix> shares;
    for (Index head = 0; head < std::min(heads, most_shown); ++head) {
        HeatmapOptions score = stage_map(subject, StageId::scores, head, symbol_of(StageId::scores));
        HeatmapOptions share = stage_map(subject, StageId::A, head, symbol_of(StageId::A));
        for (HeatmapOptions* map : {&score, &share}) {
            map->shape = false;
            map->columns = {};
            if (head > 0)
                map->rows = {};
        }
        scores.push_back({std::move(score), "+", 0, ""});
        shares.push_back({std::move(share), "", 0, ""});
    }
    const bool turned = subject.session.tokens_as_columns;
    HeatmapOptions sum = lens_map(subject, one.scores);
    sum.transposed = turned;
    sum.shape = false;
    set_name(subject, sum, R"(Q K^\top)");
    scores.push_back({std::move(sum), heads > most_shown ? "+ … =" : "=", 0, "one head's scores"});
    HeatmapOptions A = lens_map(subject, one.A, palette_of(subject, StageId::A));
    A.transposed = turned;
    A.mask = heat_of(subject, {StageId::A, subject.sight.item, 0, 0, 0}).mask;
    A.shape = false;
    set_name(subject, A, "A");
    shares.push_back({std::move(A), "≠", 0, "one softmax: a single 1 to share"});
    std::vector<std::string> said{"As one head its raw scores are the sum of the heads' raw scores; but every row has "
                                  "a single 1 to share, where many heads have one each."};
    if (!one.Y.empty() && subject.trace.has(StageId::Y)) {
        const Matrix Y = subject.trace.matrix({StageId::Y, subject.sight.item, 0});
        float largest = 0;
        for (Index i = 0; i < Y.rows(); ++i)
            for (Index d = 0; d < Y.columns(); ++d)
                largest = std::max(largest, std::abs(Y(i, d) - one.Y(i, d)));
        said.push_back(fmt::format("Through the same W_O the outputs differ by up to {}.", value(largest)));
    }
    add_matrix_lines(list, subject, area, {std::move(scores), std::move(shares)}, said);
}

bool shows_token(const Subject& subject) {
    constexpr std::array needed{StageId::X, StageId::Q, StageId::scores, StageId::A, StageId::O, StageId::Y};
    return is_on(subject, {StageId::O, StageId::Y}) &&
           std::all_of(needed.begin(), needed.end(), [&](StageId stage) { return subject.trace.has(stage); });
}

void token_picture(DisplayList& list, const Subject& subject, const Box& area) {
    const Index row = selected_cell(subject).row;
    const std::string name = token_name(subject, false, row);
    const auto strip = [&](StageId stage, std::string_view symbol, std::string remark) {
        LinedMatrix strip{row_of(subject, stage, row, symbol), "→", 0, std::move(remark)};
        if (area.height < least_height_for_numbers && column_role(stage) == Role::width)
            strip.map.columns = {};
        return strip;
    };
    std::vector<std::vector<LinedMatrix>> lines{
        {strip(StageId::X, "x_<i>", fmt::format("what {} is", name)),
         strip(StageId::Q, "q_<i>^{(<h>)}", "times W_Q: what it looks for")},
        {strip(StageId::scores, "q_<i> <K T>", "how well it matches each key"),
         strip(StageId::A, "a_<i>", "softmax: what it reads of each")},
        {strip(StageId::O, "<o>_<i>", "the values, mixed by these shares"),
         strip(StageId::concat, "<c>_<i>", "all heads side by side")},
        {strip(StageId::Y, "<y>_<i>", fmt::format("times W_O: what {} knows now", name))}};
    lines.at(2).at(1).columns_each = subject.sizes().d_v;
    add_matrix_lines(
        list, subject, area, std::move(lines),
        {fmt::format("All that becomes of {}: of the other tokens it needs only their keys and values.", name)});
}

} // namespace attn
