#include "core/explain/projection.h"

#include "core/figure/lenses/lens_captions.h"
#include "core/figure/lenses/lens_numbers.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/lens_matrices.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/words/cell_words.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <optional>
#include <string>

namespace attn {

namespace {

constexpr float projection_name_size = 15;
constexpr float longest_remark = 260;
constexpr float remark_share = 0.6F;     // the largest part of the area that the remark takes
constexpr float widest_of_low_rows = 64; // width of cells in low rows

/// A row of X, and the weights that multiply it.
struct ProjectedRow {
    ArrayId stage{};
    ArrayId weights{};
    CellId source; ///< first cell of the row
};

/// The product that the view state shows, at its weights or at its stage, if it multiplies rows of width D (or
/// D_context); else nullopt.
std::optional<ProjectedRow> projected_row(const DrawContext& drawing) {
    const ArrayId shown = drawing.view_state.array();
    for (const Array& row : stages()) {
        if (!drawing.trace.has(row.id))
            continue;
        const auto product = product_operands(drawing.trace.structure(), row.id);
        if (!product || (row.id != shown && product->right != shown) || !is_parameter(product->right))
            continue;
        const Array& source = row_of(product->left);
        const bool is_of_words = source.columns == Axis::model || source.columns == Axis::context_model;
        if (!is_of_words || has_heads(source.id) || !drawing.trace.has(source.id))
            continue;
        const Index rows = drawing.trace.array(source.id, drawing.view_state.item, 0).rows();
        const Index chosen = is_stage(shown) ? std::min(drawing.view_state.row, rows - 1) : 0;
        return ProjectedRow{
            row.id, product->right, {drawing.layer().number, source.id, drawing.view_state.item, 0, chosen, 0}};
    }
    return std::nullopt;
}

bool is_of_keys(const ProjectedRow& shown) {
    return row_of(shown.stage).rows == Axis::key_tokens;
}

Matrix source_row(const DrawContext& drawing, const ProjectedRow& shown) {
    return drawing.trace.array(shown.source.array, shown.source.item, 0).row_block(shown.source.row, 1);
}

/// The two parts of the row, or the reason why they are missing in this frame.
struct PartsOfRow {
    const Projection* parts = nullptr;
    std::string_view why; ///< set if `parts` is null
};

PartsOfRow parts_of_row(const DrawContext& drawing, const ProjectedRow& shown) {
    const Index head = drawing.view_state.head;
    const Matrix weights = parameter(drawing.layer(), shown.weights, head); // D x k
    const auto space = drawing.cache.found_later(
        key_of(Lens::column_space, static_cast<Index>(shown.weights), head), LensInputs().matrix(weights),
        product_effort(weights.rows(), weights.columns(), std::min(weights.rows(), weights.columns())),
        [weights](const std::stop_token& /*stop*/) { return column_space(weights.view()); });
    if (space.now() == nullptr)
        return {nullptr, space.why_not()};
    if (!*space.found)
        return {nullptr, "A weight is not finite: the row has no parts."};
    LensInputs inputs;
    inputs.number(static_cast<Index>(shown.source.array)).number(shown.source.row);
    inputs.stage(drawing.trace, shown.source.array, shown.source.item).matrix(weights);
    const std::optional<Projection>& parts = drawing.cache.seen_through(
        Lens::projection, inputs, [&] { return projection(source_row(drawing, shown).view(), **space.found); });
    if (!parts)
        return {nullptr, "A number of the row is not finite: it has no parts."};
    return {&*parts, {}};
}

/// A heatmap of a part of the row, which is not an array of the layer.
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

Claims words_of(const DrawContext& drawing, const ProjectedRow& shown, const Projection& parts, const Matrix& whole) {
    const Prose token = token_name(drawing, is_of_keys(shown), shown.source.row);
    const Prose weights = name_of(drawing.notation, shown.weights);
    const std::string line(token_line(drawing.session.tokens_as_columns));
    const Index width = whole.columns();
    const CellId weight = canonical(drawing, {drawing.layer().number, shown.weights, 0, drawing.view_state.head, 0, 0});
    const CellId row = canonical(drawing, shown.source);
    const auto of_row = [&](Quantity quantity, std::string written) {
        Fact length = written_fact(quantity, row, std::move(written));
        length.other = weight;
        return length;
    };
    const std::string whole_length = short_number(length_of(whole.view()));
    const std::string read_length = short_number(length_of(parts.read.view()));
    const std::string unseen_length = short_number(length_of(parts.unseen.view()));
    const Fact rank = fact(Quantity::rank_of_weight, weight, static_cast<double>(parts.rank));
    Claims claims{
        {prose("{} reads {} of {} directions: of {}’s {}, {} long, a part {} long.", weights, parts.rank, width, token,
               line, whole_length, read_length),
         {rank, written_fact(Quantity::row_length, row, whole_length), of_row(Quantity::length_read, read_length)}}};
    if (parts.rank == width)
        claims.emplace_back(prose("Nothing escapes it: its columns span all {} directions.", width), rank);
    else
        claims.emplace_back(
            prose("The rest, {} long, stands at right angles to all its columns and makes no number of {}: two words "
                  "that differ in it alone have the same {} of {}.",
                  unseen_length, name_of(drawing.notation, shown.stage), line, name_of(drawing.notation, shown.stage)),
            of_row(Quantity::length_unseen, unseen_length));
    return claims;
}

} // namespace

bool shows_projection(const DrawContext& drawing) {
    const auto shown = projected_row(drawing);
    return shown && !is_given(drawing, shown->stage);
}

void projection_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const ProjectedRow shown = *projected_row(drawing);
    const auto [parts, why] = parts_of_row(drawing, shown);
    const Matrix whole = source_row(drawing, shown);
    HeatmapOptions row =
        row_at(drawing, {shown.source.layer, shown.source.array, shown.source.item, 0}, shown.source.row);
    row.columns.labels = counted(whole.columns());
    const Array& source = row_of(shown.source.array);
    const std::string letter(source.letter);
    row.name =
        set_formula(drawing, letter + (is_of_keys(shown) ? "_<j>" : "_<i>"), projection_name_size, drawing.theme().ink);
    row.name_place = NamePlace::above;
    row.is_part = true;
    MatrixBox first{row};
    const GridRules rules{.largest_cell = largest_cell_of_few, .stretched_cell = widest_of_low_rows, .aligned = true};
    if (parts == nullptr)
        return add_matrix_lines(list, drawing, area, {{first}},
                                {{std::string(why), Always{"it says why a picture has no parts in this frame"}}},
                                rules);
    MatrixBox second{part_of_row(drawing, parts->read, row), "="};
    MatrixBox third{part_of_row(drawing, parts->unseen, row), "+"};
    const Prose weights = name_of(drawing.notation, shown.weights);
    second.remark = prose("what {} reads: in its column space", weights);
    third.remark = "what it does not see";
    second.remark_room = third.remark_room = std::min(longest_remark, remark_share * area.width);
    join_comparable(std::array{&first.map.range, &second.map.range, &third.map.range});
    add_matrix_lines(list, drawing, area, {{first}, {second}, {third}}, words_of(drawing, shown, *parts, whole), rules);
}

namespace {

/// The shape of a row as it is drawn, which is horizontal even if tokens are columns.
Fact as_drawn(Fact shape) {
    shape.terms = {0};
    return shape;
}

} // namespace

LensCaption projection_caption(const DrawContext& drawing) {
    const ProjectedRow shown = *projected_row(drawing);
    const Index width = source_row(drawing, shown).columns();
    std::string shape = fmt::format("1×{}", width); // the row is drawn horizontally even if tokens are columns
    return {"",
            {fmt::format("{}, one word, and its parts", shape),
             as_drawn(written_fact(Quantity::row_shape, canonical(drawing, shown.source), shape))}};
}

std::vector<NamedMatrix> projection_numbers(const DrawContext& drawing) {
    const ProjectedRow shown = *projected_row(drawing);
    const Projection* const parts = parts_of_row(drawing, shown).parts;
    const std::string token = token_name(drawing, is_of_keys(shown), shown.source.row).letters();
    const auto numbers = [&](std::string name, const Matrix& values, std::string about) {
        return NamedMatrix{std::move(name), values, {token}, counted(values.columns()), std::move(about)};
    };
    std::vector<NamedMatrix> all{numbers("x", source_row(drawing, shown), "A word’s row.")};
    if (parts == nullptr) // true for weights that are infinite or NaN
        return all;
    all.push_back(
        numbers("read", parts->read, fmt::format("What {} reads of it.", shown_name(drawing.notation, shown.weights))));
    all.push_back(numbers("unseen", parts->unseen, "What it does not see."));
    return all;
}

} // namespace attn
