#include "core/figure/pictures/diagram.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/model/structure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

/// The band of the first summand if the stage is added to it directly, so that both are side by side; otherwise the
/// first band.
Band band_of_what_it_is_added_to(const Trace& trace, ArrayId stage) {
    for (const Array& row : stages()) {
        if (!trace.has(row.id) || trace.recipe(row.id).operation != OperationId::add)
            continue;
        const auto& operands = trace.recipe(row.id).operands;
        for (std::size_t i = 1; i < operands.size(); ++i)
            if (operands[i].array == stage)
                return row_of(operands[0].array).place.band;
    }
    return Band::input;
}

Band band_in(const Trace& trace, ArrayId stage) {
    const Band own = row_of(stage).place.band;
    const bool is_input = own == Band::normed && trace.recipe(stage).operation == OperationId::add;
    return is_input ? Band::input : std::max(own, band_of_what_it_is_added_to(trace, stage));
}

std::optional<ArrayId> weight_of(const Recipe& recipe) {
    std::optional<ArrayId> weight;
    for (const Operand& operand : recipe.operands)
        if (is_parameter(operand.array) && operand.required)
            weight = operand.array;
    return weight;
}

/// Adds the arrows that come from an operand. If the operand is not shown, they come from the shown arrays that it is
/// made from, one from each.
void add_arrows_from(std::vector<Arrow>& arrows, const Trace& trace, const Bands& bands, ArrayId from,
                     const Arrow& like) {
    if (is_parameter(from) || !trace.has(from))
        return;
    if (bands.is_shown(from)) {
        if (std::ranges::none_of(arrows, [&](const Arrow& arrow) { return arrow.from == from && arrow.to == like.to; }))
            arrows.push_back({from, like.to, like.weight, like.sign});
        return;
    }
    const Recipe& recipe = trace.recipe(from);
    for (const Operand& operand : recipe.operands)
        add_arrows_from(arrows, trace, bands, operand.array,
                        {from, like.to, like.weight ? like.weight : weight_of(recipe), ""});
}

/// Adds the arrows from a stage's operands to the stage.
void add_arrows_to(std::vector<Arrow>& arrows, const Trace& trace, const Bands& bands, ArrayId stage) {
    if (!bands.is_shown(stage))
        return;
    const Recipe& recipe = trace.recipe(stage);
    const auto is_shown = [&](const Operand& operand) { return bands.is_shown(operand.array); };
    const bool is_sum_beside = recipe.operation == OperationId::add && std::ranges::all_of(recipe.operands, is_shown) &&
                               bands.band_of(recipe.operands[0].array) == bands.band_of(stage);
    for (std::size_t i = 0; i < recipe.operands.size(); ++i) {
        const ArrayId from = recipe.operands[i].array;
        if (is_parameter(from) || !trace.has(from))
            continue;
        if (!is_sum_beside)
            add_arrows_from(
                arrows, trace, bands, from,
                {from, stage, weight_of(recipe), recipe.operation == OperationId::sum_over_heads ? "Σ" : ""});
        else if (i + 1 < recipe.operands.size())
            arrows.push_back({from, recipe.operands[i + 1].array, {}, "+"});
        else
            arrows.push_back({from, stage, {}, "="});
    }
}

} // namespace

Bands::Bands(const Trace& trace, std::span<const ArrayId> shown) : places_(stages().size()) {
    std::array<bool, band_count> used{};
    for (const ArrayId array : shown) {
        const Band band = band_in(trace, array);
        place(array) = {true, band};
        used.at(static_cast<std::size_t>(band)) = true;
    }
    for (Place& place : places_)
        place.row =
            static_cast<int>(std::count(used.begin(), used.begin() + static_cast<std::ptrdiff_t>(place.band), true));
    count_ = static_cast<int>(std::ranges::count(used, true));
}

std::vector<Arrow> arrows_of(const Trace& trace, const Bands& bands) {
    std::vector<Arrow> arrows;
    for (const Array& row : stages())
        add_arrows_to(arrows, trace, bands, row.id);
    return arrows;
}

Point stage_size(const DrawContext& drawing, ArrayId stage, Point most, float largest_cell) {
    constexpr float thinnest = 8; // cells of long matrices
    const Shape shape = shown_shape(drawing, stage);
    const auto columns = static_cast<float>(shape.columns);
    const auto rows = static_cast<float>(shape.rows);
    const float cell = std::min({most.x / columns, most.y / rows, largest_cell});
    return {std::round(std::max(columns * cell, thinnest)), std::round(std::max(rows * cell, thinnest))};
}

Index sheets_behind(const DrawContext& drawing, ArrayId stage) {
    constexpr Index most = 2;
    return has_heads(stage) ? std::min(drawing.trace.extent(stage).heads - 1, most) : 0;
}

std::string stage_shape(const DrawContext& drawing, ArrayId stage) {
    const Shape shape = shown_shape(drawing, stage);
    return fmt::format("{}{}×{}", items_before_shape(drawing, stage), shape.rows, shape.columns);
}

namespace {

/// Adds a small picture of the matrix that fills the box and is no target.
void add_thumbnail(DisplayList& list, const DrawContext& drawing, const CellId& first, const Box& box) {
    HeatmapOptions options = heat_of(drawing, first);
    if (options.matrix.rows() == 0 || options.matrix.columns() == 0)
        return;
    add_change(drawing, options, first);
    const auto add_rectangle = [&](Colour fill, Colour hatch) {
        Rectangle rectangle;
        rectangle.box = box;
        rectangle.fill = fill;
        rectangle.hatch = hatch;
        list.add(rectangle);
    };
    if (!options.mask.empty())
        add_rectangle(drawing.theme().masked, drawing.theme().hatch);
    Image image{.box = box,
                .matrix = options.matrix,
                .mask = options.mask,
                .before = {},
                .palette = options.palette,
                .look = options.look,
                .range = options.range,
                .transposed = options.transposed};
    list.add(image);
    const Shape shape = shown_shape(options);
    options.cell_width = box.width / static_cast<float>(shape.columns);
    options.cell_height = box.height / static_cast<float>(shape.rows);
    DisplayList signs;
    hatch_negative_cells(signs, options);
    list.append(signs, {box.x, box.y});
    const bool is_compared = shows_change(drawing, first.array) && !drawing.view_state.only_change;
    if (is_compared) // stages without a change are pale
        add_rectangle(faded(drawing.theme().panel, pale_values), transparent);
    if (options.before.empty())
        return;
    image.before = options.before;
    image.mask = options.change_mask;
    image.palette = options.change_palette;
    image.range = options.change_range;
    list.add(std::move(image));
}

} // namespace

void add_stage(DisplayList& list, const DrawContext& drawing, ArrayId stage, const Box& box, const Clip& clip) {
    const std::size_t first = list.items.size();
    Rectangle edge;
    edge.stroke = {drawing.theme().hairline, 1};
    for (Index i = sheets_behind(drawing, stage); i > 0; --i) {
        const float distance = between_sheets * static_cast<float>(i);
        Rectangle behind = edge;
        behind.box = box.moved({distance, -distance}).grown(0.5F);
        behind.fill = drawing.theme().panel;
        list.add(behind);
    }
    add_thumbnail(
        list, drawing,
        canonical(drawing, {drawing.layer().number, stage, drawing.view_state.item, drawing.view_state.head, 0, 0}),
        box);
    edge.box = box.grown(0.5F);
    list.add(edge);
    for (Item& item : std::span(list.items).subspan(first))
        item.clip = clip;
}

Typeset weight_name(const DrawContext& drawing, ArrayId weight, Colour colour) {
    return set_formula(drawing, symbol_of_all_heads(weight), 14, colour);
}

} // namespace attn
