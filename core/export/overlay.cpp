#include "core/export/overlay.h"

#include "core/export/export_inputs.h"
#include "core/export/gif.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/softmax_row.h"
#include "core/files/file.h"
#include "core/files/file_transaction.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <span>
#include <string_view>

namespace attn {

namespace {

/// A film has at most so many steps; of larger matrices each step makes several cells.
constexpr Index longest_film = 400;
constexpr float overlay_pixels_an_inch = 96;

using Steps = Picture::Steps;

Steps steps_of_kind(std::string_view kind) {
    const FigureKind* const known = find_figure_kind(kind);
    return known != nullptr && known->picture ? picture(*known->picture).built_up : Steps::none;
}

/// "product, softmax and equation".
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

/// The request with the cell that the steps are about: the first, unless it names another. Of a softmax row they are
/// about the row.
FigureRequest about_one_cell(FigureRequest request) {
    if (steps_of_kind(request.kind) == Steps::softmax_levels)
        return request;
    request.row = request.row.value_or(0);
    request.column = request.column.value_or(0);
    return request;
}

Shape shape_of(const CellId& cell, const FigureSource& source) {
    return source.trace.array(cell.array, cell.item, cell.head).shape();
}

} // namespace

Result<std::vector<FigureStep>> overlay_steps(const FigureRequest& request, const FigureSource& source) {
    const auto way = way_of(request);
    if (!way)
        return way.error();
    if (*way == Steps::softmax_levels)
        return levels();
    const auto cell = figure_cell(about_one_cell(request), source);
    if (!cell)
        return cell.error();
    const Index columns = shape_of(*cell, source).columns;
    const Index before = cell->row * columns + cell->column;
    const Index all_terms = std::numeric_limits<std::int32_t>::max();
    std::vector<FigureStep> steps{{"operands", cells_and_terms(before), false}};
    if (*way == Steps::terms) {
        steps.push_back({"row", cells_and_terms(before), true});
        steps.push_back({"terms", cells_and_terms(before, all_terms), true});
    }
    steps.push_back({"cell", cells_and_terms(before + 1), true});
    steps.push_back({"row-of-cells", cells_and_terms((cell->row + 1) * columns), true});
    steps.push_back({"all"});
    return steps;
}

Result<std::vector<FigureStep>> film_steps(const FigureRequest& request, const FigureSource& source) {
    const auto way = way_of(request);
    if (!way)
        return way.error();
    if (*way == Steps::softmax_levels)
        return levels();
    const auto cell = figure_cell(about_one_cell(request), source);
    if (!cell)
        return cell.error();
    const Shape shape = shape_of(*cell, source);
    const Index count = shape.rows * shape.columns;
    const Index each = (count + longest_film - 1) / longest_film;
    std::vector<FigureStep> steps{{"operands", cells_and_terms(0), false}};
    for (Index cells = 1; cells <= count; cells += each) {
        const CellId made{cell->array, cell->item, cell->head, (cells - 1) / shape.columns,
                          (cells - 1) % shape.columns};
        steps.push_back({std::to_string(cells), cells_and_terms(cells), true, made});
    }
    steps.push_back({"all"});
    return steps;
}

namespace {

Result<std::vector<Figure>> laid_out(const FigureRequest& request, const FigureSource& source,
                                     const Result<std::vector<FigureStep>>& steps) {
    if (!steps)
        return steps.error();
    return lay_out_steps(about_one_cell(request), source, *steps);
}

std::vector<PdfPage> pages_of(std::vector<Figure> figures) {
    std::vector<PdfPage> pages;
    pages.reserve(figures.size());
    for (Figure& figure : figures)
        pages.push_back({std::move(figure.list), figure.page});
    return pages;
}

/// One file over nothing that it was made from.
Result<void> write_one_file(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                            const Result<std::string>& bytes) {
    if (!bytes)
        return bytes.error();
    if (auto spared = inputs_of(request, source).check_spares(path); !spared)
        return spared;
    return write_text_file(path, *bytes);
}

/// Each figure as a file of the folder, called what `name` makes of its number from 1. All or nothing.
template <class Name>
Result<void> write_folder(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& folder,
                          const std::string& ending, const std::vector<Figure>& figures, const ExportWork& work,
                          const Name& name) {
    const auto format = figure_format(ending);
    if (!format)
        return error("“{}” is no format of pictures; expected png, svg, pdf or tex", printable(ending));
    FileTransaction files(inputs_of(request, source));
    if (auto opened = files.make_folder(folder); !opened)
        return opened;
    for (std::size_t i = 0; i < figures.size(); ++i) {
        if (work.stop.stop_requested())
            return error("The series was cancelled.");
        const auto bytes = write(figures[i], *format, request.dpi, source.typesetter);
        if (!bytes)
            return bytes.error();
        if (auto written = files.write(folder / fmt::format("{}.{}", name(i), ending), *bytes); !written)
            return written;
        work.progress(i + 1, figures.size());
    }
    return files.commit();
}

} // namespace

Result<std::vector<Figure>> overlay(const FigureRequest& request, const FigureSource& source) {
    return laid_out(request, source, overlay_steps(request, source));
}

Result<std::vector<Figure>> film(const FigureRequest& request, const FigureSource& source) {
    return laid_out(request, source, film_steps(request, source));
}

Result<void> write_overlay(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                           const std::string& ending, const ExportWork& work) {
    const auto steps = overlay_steps(request, source);
    auto figures = laid_out(request, source, steps);
    if (!figures)
        return figures.error();
    if (path.extension() == ".pdf") {
        const float scale = figures->front().scale;
        const std::string title = figures->front().title;
        return write_one_file(request, source, path,
                              write_pdf(pages_of(*std::move(figures)), title, source.typesetter, scale));
    }
    return write_folder(request, source, path, ending, *figures, work,
                        [&](std::size_t i) { return fmt::format("{:02}-{}", i + 1, steps->at(i).name); });
}

Result<void> write_film(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                        const std::string& ending, float seconds, const ExportWork& work) {
    auto figures = film(request, source);
    if (!figures)
        return figures.error();
    if (path.extension() == ".gif") {
        const float scale = figures->front().scale * request.dpi / overlay_pixels_an_inch;
        return write_one_file(request, source, path,
                              write_gif(pages_of(*std::move(figures)), {scale, seconds}, source.typesetter, work));
    }
    return write_folder(request, source, path, ending, *figures, work,
                        [](std::size_t i) { return fmt::format("frame-{:03}", i + 1); });
}

} // namespace attn
