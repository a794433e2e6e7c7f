#include "core/figure/figure_steps.h"

#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/softmax_row.h"
#include "core/files/printable.h"

#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <span>
#include <string_view>

namespace attn {

namespace {

/// The largest number of steps of a film. For larger matrices, a step adds several cells.
constexpr Index longest_film = 400;

using Steps = Picture::Steps;

Steps steps_of_kind(std::string_view kind) {
    const FigureKind* const known = find_figure_kind(kind);
    return known != nullptr && known->picture ? picture(*known->picture).built_up : Steps::none;
}

/// The names of the kinds that are shown in steps: "product, softmax and equation".
std::string kinds_in_steps() {
    std::vector<std::string_view> names;
    for (const Picture& row : pictures())
        if (row.built_up != Steps::none)
            names.push_back(row.name);
    return fmt::format("{} and {}", fmt::join(std::span(names).first(names.size() - 1), ", "), names.back());
}

Result<Steps> way_of(const FigureRequest& request) {
    const Steps way = steps_of_kind(request.kind);
    if (way == Steps::none)
        return error("{} is drawn at once; figures in steps are {}", printable(request.kind), kinds_in_steps());
    return way;
}

Reveal cells_and_terms(Index cells, Index terms = 0) {
    Reveal reveal;
    reveal.cells = cells;
    reveal.terms = terms;
    return reveal;
}

std::vector<FigureStep> levels() {
    constexpr std::array<std::string_view, softmax_level::shares + 1> names{"scores",       "maximum", "differences",
                                                                            "exponentials", "sum",     "shares"};
    std::vector<FigureStep> steps;
    for (const std::string_view name : names) {
        FigureStep step{std::string(name), Reveal(), true};
        step.reveal->level = static_cast<int>(steps.size());
        steps.push_back(std::move(step));
    }
    steps.back().reveal.reset();
    return steps;
}

Shape shape_of(const CellId& cell, const FigureSource& source) {
    return source.trace.array(cell.array, cell.item, cell.head).shape();
}

} // namespace

FigureRequest about_one_cell(FigureRequest request) {
    if (steps_of_kind(request.kind) == Steps::softmax_levels)
        return request;
    request.row = request.row.value_or(0);
    request.column = request.column.value_or(0);
    return request;
}

namespace {

/// The steps of a figure: the levels of a softmax row, or the result of `of_cells` for the figure's cell.
template <class OfCells>
Result<std::vector<FigureStep>> steps_of(const FigureRequest& request, const FigureSource& source,
                                         const OfCells& of_cells) {
    const auto way = way_of(request);
    if (!way)
        return way.error();
    if (*way == Steps::softmax_levels)
        return levels();
    const auto cell = figure_cell(about_one_cell(request), source);
    if (!cell)
        return cell.error();
    std::vector<FigureStep> steps = of_cells(*cell, shape_of(*cell, source), *way == Steps::terms);
    steps.push_back({"all"});
    return steps;
}

} // namespace

Result<std::vector<FigureStep>> overlay_steps(const FigureRequest& request, const FigureSource& source) {
    return steps_of(request, source, [](const CellId& cell, const Shape& shape, bool has_terms) {
        const Index before = cell.row * shape.columns + cell.column;
        const Index all_terms = std::numeric_limits<std::int32_t>::max();
        std::vector<FigureStep> steps{{"operands", cells_and_terms(before), false}};
        if (has_terms) {
            steps.push_back({"row", cells_and_terms(before), true});
            steps.push_back({"terms", cells_and_terms(before, all_terms), true});
        }
        // The cell, then its row, then all: each step shows more than the one before, and the last shows all.
        const Index all = shape.rows * shape.columns;
        const Index with_row = (cell.row + 1) * shape.columns;
        if (before + 1 < all)
            steps.push_back({"cell", cells_and_terms(before + 1), true});
        if (before + 1 < with_row && with_row < all)
            steps.push_back({"row-of-cells", cells_and_terms(with_row), true});
        return steps;
    });
}

Result<std::vector<FigureStep>> film_steps(const FigureRequest& request, const FigureSource& source) {
    return steps_of(request, source, [](const CellId& cell, const Shape& shape, bool) {
        const Index count = shape.rows * shape.columns;
        const Index each = (count + longest_film - 1) / longest_film;
        const CellId first{cell.layer, cell.array, cell.item, cell.head, 0, 0};
        std::vector<FigureStep> steps{{"operands", cells_and_terms(0), false, first}};
        for (Index cells = 1; cells <= count; cells += each) {
            const CellId made{
                cell.layer, cell.array, cell.item, cell.head, (cells - 1) / shape.columns, (cells - 1) % shape.columns};
            steps.push_back({std::to_string(cells), cells_and_terms(cells), true, made});
        }
        return steps;
    });
}

} // namespace attn
