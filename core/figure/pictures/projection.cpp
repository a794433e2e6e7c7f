#include "core/explain/projection.h"

#include "core/document/session_notation.h"
#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/lens_captions.h"
#include "core/figure/pictures/lens_numbers.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/pictures/words.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <optional>
#include <string>

namespace attn {

namespace {

constexpr float projection_name_size = 15;
constexpr float projection_line = 20;

/// A product of a row of X with weights, and which row.
struct ProjectedRow {
    ArrayId stage{};
    ArrayId weights{};
    CellId source; ///< the row's first cell
};

std::optional<ProjectedRow> projected_row(const DrawContext& drawing) {
    struct Product {
        ArrayId stage, weights;
    };
    constexpr std::array products{Product{ArrayId::Q, ArrayId::W_Q}, Product{ArrayId::K, ArrayId::W_K},
                                  Product{ArrayId::V, ArrayId::W_V}};
    const ArrayId shown = drawing.view_state.array();
    const auto* const found = std::ranges::find_if(
        products, [&](const Product& product) { return shown == product.stage || shown == product.weights; });
    if (found == products.end() || parameter(drawing.layer(), found->weights, drawing.view_state.head).empty())
        return std::nullopt;
    const ArrayId source = found->stage == ArrayId::Q || !drawing.layer().context ? ArrayId::X : ArrayId::context;
    if (!drawing.trace.has(source))
        return std::nullopt;
    const Index rows = drawing.trace.array(source, drawing.view_state.item, 0).rows();
    const Index row = is_stage(shown) ? std::min(drawing.view_state.row, rows - 1) : 0;
    return ProjectedRow{found->stage, found->weights, {source, drawing.view_state.item, 0, row, 0}};
}

Matrix source_row(const DrawContext& drawing, const ProjectedRow& shown) {
    return drawing.trace.array(shown.source.array, shown.source.item, 0).row_block(shown.source.row, 1);
}

std::optional<Projection> projection_of(const DrawContext& drawing, const ProjectedRow& shown) {
    return projection(source_row(drawing, shown).view(),
                      parameter(drawing.layer(), shown.weights, drawing.view_state.head).view());
}

/// A part of the row, which is none of the layer's arrays.
HeatmapOptions part_of_row(const DrawContext& drawing, Matrix part, const HeatmapOptions& row) {
    HeatmapOptions map = row;
    map.matrix = std::move(part);
    map.mask = {};
    map.first_cell.reset();
    map.outlines.clear();
    map.name = {};
    map.range = range_of(map.matrix, map.palette);
    map.decimals = drawing.view_state.decimals;
    return map;
}

std::string short_number(double number) {
    return display_number(static_cast<float>(number), 2);
}

std::vector<std::string> words_of(const DrawContext& drawing, const ProjectedRow& shown, const Projection& parts,
                                  const Matrix& whole) {
    const bool keys = shown.stage != ArrayId::Q;
    const std::string token = token_name(drawing, keys, shown.source.row);
    const std::string weights = shown_name(drawing.session, shown.weights);
    const std::string line(token_line(drawing.session.tokens_as_columns));
    const Index width = whole.columns();
    std::string seen =
        fmt::format("{} reads {} of {} directions: of {}’s {}, {} long, a part {} long.", weights, parts.rank, width,
                    token, line, short_number(length_of(whole.view())), short_number(length_of(parts.read.view())));
    std::string rest =
        parts.rank == width
            ? fmt::format("Nothing escapes it: its columns span all {} directions.", width)
            : fmt::format("The rest, {} long, stands at right angles to all its columns and makes no "
                          "number of {}: two words that differ in it alone are the same to this head.",
                          short_number(length_of(parts.unseen.view())), shown_name(drawing.session, shown.stage));
    return {std::move(seen), std::move(rest)};
}

} // namespace

bool shows_projection(const DrawContext& drawing) {
    const auto shown = projected_row(drawing);
    return shown && projection_of(drawing, *shown);
}

void projection_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const ProjectedRow shown = *projected_row(drawing);
    const Projection parts = *projection_of(drawing, shown);
    const Matrix whole = source_row(drawing, shown);
    HeatmapOptions row = row_at(drawing, {shown.source.array, shown.source.item, 0}, shown.source.row);
    row.columns.labels = counted(whole.columns());
    const bool is_other = shown.source.array == ArrayId::context;
    row.name = set_formula(drawing,
                           is_other                    ? "<context x>_<j>"
                           : shown.stage == ArrayId::Q ? "<x>_<i>"
                                                       : "<x>_<j>",
                           projection_name_size, drawing.theme().ink);
    row.name_place = NamePlace::above;
    row.is_part = true;
    MatrixBox first{row};
    MatrixBox second{part_of_row(drawing, parts.read, row), "="};
    MatrixBox third{part_of_row(drawing, parts.unseen, row), "+"};
    const std::string weights = shown_name(drawing.session, shown.weights);
    second.remark = fmt::format("what {} reads: in its column space", weights);
    third.remark = "what it does not see";
    join_comparable(std::array{&first.map.range, &second.map.range, &third.map.range});
    const std::vector<std::string> said = words_of(drawing, shown, parts, whole);
    float height = projection_line;
    for (const std::string& text : said)
        height += paragraph_height(drawing.typesetter, area.width, text, projection_line);
    draw_above_scales(list, drawing, area, [&](const Box& above) {
        const Grid grid(drawing, above, {{first}, {second}, {third}}, {.foot = height, .aligned = true});
        grid.add(list);
        float y = grid.covered().bottom() + projection_line;
        for (const std::string& text : said)
            y += add_paragraph(list, drawing.typesetter, {area.x, y}, area.width, text, drawing.theme().ink, {},
                               projection_line);
    });
}

LensCaption projection_caption(const DrawContext& drawing) {
    const ProjectedRow shown = *projected_row(drawing);
    const Index width = source_row(drawing, shown).columns();
    return {"", fmt::format("1×{}, one word, and its parts", width)};
}

std::vector<NamedMatrix> projection_numbers(const DrawContext& drawing) {
    const ProjectedRow shown = *projected_row(drawing);
    const Projection parts = *projection_of(drawing, shown);
    const std::string token = token_name(drawing, shown.stage != ArrayId::Q, shown.source.row);
    const auto numbers = [&](std::string name, Matrix values, std::string about) {
        return NamedMatrix{std::move(name), values, {token}, counted(values.columns()), std::move(about)};
    };
    return {numbers("x", source_row(drawing, shown), "A word's row."),
            numbers("read", parts.read, fmt::format("What {} reads of it.", array_name(shown.weights))),
            numbers("unseen", parts.unseen, "What it does not see.")};
}

} // namespace attn
