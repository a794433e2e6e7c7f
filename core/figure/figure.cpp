#include "core/figure/figure.h"

#include "core/figure/figure_context.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/figure_layout.h"
#include "core/figure/figure_steps.h"
#include "core/figure/pdf.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/png.h"
#include "core/figure/svg.h"
#include "core/figure/tex.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>
#include <utility>

namespace attn {

namespace {

Result<Index> counted_from_1(std::string_view what, std::optional<Index> asked, Index fallback, Index count,
                             std::string_view of) {
    const Index index = asked.value_or(std::min(fallback, count - 1));
    if (index < 0 || index >= count)
        return error("{} {}: {} has {}", what, index + 1, of, count);
    return index;
}

std::string names_of_arrays(const Trace& trace) {
    std::string names;
    for (const ArrayId id : stages_of(trace))
        names += (names.empty() ? "" : " ") + named(id);
    return names + " W_Q W_K W_V W_O";
}

bool exists(const FigureSource& source, ArrayId array, Index head) {
    if (is_stage(array))
        return source.trace.has(array);
    return !parameter(source.session.layer(), array, head).empty();
}

/// The array of the request; if it names none, the one that the session opens on, or else the first that the kind can
/// show.
ArrayId array_of(const FigureRequest& request, const FigureSource& source, Index item, Index head) {
    const ArrayId opened = source.session.opening.stage;
    const FigureKind* const kind = find_figure_kind(request.kind);
    if (request.array || kind == nullptr)
        return request.array.value_or(opened);
    const FigureContext drawn(request, source, {source.trace.layer().number, opened, item, head, 0, 0});
    if (source.trace.has(opened) && fits(*kind, drawn.drawing()))
        return opened;
    return first_fitting_stage(*kind, drawn.drawing()).value_or(opened);
}

} // namespace

Result<CellId> figure_cell(const FigureRequest& request, const FigureSource& source) {
    const Opening& opening = source.session.opening;
    const Sizes& sizes = source.trace.sizes();
    const auto item = counted_from_1("item", request.item, opening.item, sizes.B, "this source");
    if (!item)
        return item.error();
    const auto head = counted_from_1("head", request.head, opening.head, sizes.H, "this layer");
    if (!head)
        return head.error();
    for (const Index more : request.more_heads)
        if (auto other = counted_from_1("head", more, 0, sizes.H, "this layer"); !other)
            return other.error();
    const ArrayId array = array_of(request, source, *item, *head);
    const bool as_opened = array == ArrayId(opening.stage);
    if (!exists(source, array, *head))
        return error("this layer has no {}; it has {}", named(array), names_of_arrays(source.trace));
    const Matrix matrix = source.trace.array(array, *item, *head);
    const auto row = counted_from_1("row", request.row, as_opened ? opening.row : 0, matrix.rows(), named(array));
    if (!row)
        return row.error();
    const auto column =
        counted_from_1("column", request.column, as_opened ? opening.column : 0, matrix.columns(), named(array));
    if (!column)
        return column.error();
    return CellId{source.trace.layer().number, array, *item, *head, *row, *column};
}

namespace {

/// The subject of a figure: its kind, and the cell that it is about.
struct Subject {
    const FigureKind* kind = nullptr;
    CellId cell{0, ArrayId{}};
};

/// The names of the kinds that show several heads: "heads, parts and differences".
std::string kinds_of_several_heads() {
    std::vector<std::string_view> names;
    for (const FigureKind& kind : figure_kinds())
        if (kind.chooses_heads)
            names.push_back(kind.name);
    return fmt::format("{} and {}", fmt::join(std::span(names).first(names.size() - 1), ", "), names.back());
}

Result<Subject> subject_of(const FigureRequest& request, const FigureSource& source) {
    const auto kind = figure_kind(request.kind);
    if (!kind)
        return kind.error();
    if (request.section && !(*kind)->has_sections)
        return error("{} has no sections; notes and legend have", (*kind)->name);
    if (!request.more_heads.empty() && !(*kind)->chooses_heads)
        return error("{} is not of several heads; {} are, and documents", (*kind)->name, kinds_of_several_heads());
    const auto cell = figure_cell(request, source);
    if (!cell)
        return cell.error();
    return Subject{*kind, *cell};
}

} // namespace

Result<void> can_be_drawn(const FigureRequest& request, const FigureSource& source) {
    const auto subject = subject_of(request, source);
    if (!subject)
        return subject.error();
    return fits(*subject->kind, FigureContext(request, source, subject->cell).drawing());
}

Result<Figure> lay_out(const FigureRequest& request, const FigureSource& source, const SeriesLayout* series) {
    const FigureRequest sized = with_size(request);
    const auto subject = subject_of(sized, source);
    if (!subject)
        return subject.error();
    FigureLayout layout(*subject->kind, sized, source, subject->cell, {}, series);
    if (auto laid_out = layout.lay_out(); !laid_out)
        return laid_out.error();
    layout.say_width_for_all();
    return layout.take();
}

std::optional<Figure> lay_out_if_it_fits(const FigureRequest& request, const FigureSource& source) {
    const FigureRequest sized = with_size(request);
    const auto subject = subject_of(sized, source);
    if (!subject)
        return std::nullopt;
    FigureLayout layout(*subject->kind, sized, source, subject->cell);
    return layout.lay_out(false) ? std::optional(layout.take()) : std::nullopt;
}

Result<SeriesLayout> series_layout(std::span<const FigureRequest> figures, const FigureSource& source) {
    SeriesLayout series;
    // In three passes: the size of all cells, then the box around the pictures with such cells, then the size of the
    // pages.
    using Add = Result<void> (FigureLayout::*)(SeriesLayout&);
    for (const Add add : {&FigureLayout::add_cells_to, &FigureLayout::add_picture_to, &FigureLayout::add_page_to})
        for (const FigureRequest& figure : figures) {
            const FigureRequest request = with_size(figure);
            const auto subject = subject_of(request, source);
            if (!subject)
                return subject.error();
            const bool has_cells = add != &FigureLayout::add_cells_to;
            FigureLayout layout(*subject->kind, request, source, subject->cell, {}, has_cells ? &series : nullptr);
            if (auto added = (layout.*add)(series); !added)
                return error("figure “{}”: {}", printable(figure.name), added.error().message);
        }
    return series;
}

Result<std::vector<Figure>> lay_out_steps(const FigureRequest& request, const FigureSource& source,
                                          std::span<const FigureStep> steps) {
    const FigureRequest sized = with_size(request);
    const auto subject = subject_of(sized, source);
    if (!subject)
        return subject.error();
    FigureLayout whole(*subject->kind, sized, source, subject->cell);
    if (auto laid_out = whole.lay_out(); !laid_out)
        return laid_out.error();
    whole.say_width_for_all();
    std::vector<Figure> figures;
    figures.reserve(steps.size());
    for (const FigureStep& step : steps) {
        if (source.stop.stop_requested())
            return error("The figures were cancelled.");
        figures.push_back(
            FigureLayout(*subject->kind, sized, source, step.cell.value_or(subject->cell), step).lay_out_on(whole));
    }
    return figures;
}

std::optional<FigureFormat> figure_format(std::string_view ending) {
    if (ending == "png")
        return FigureFormat::png;
    if (ending == "svg")
        return FigureFormat::svg;
    if (ending == "pdf")
        return FigureFormat::pdf;
    if (ending == "tex")
        return FigureFormat::tex;
    return std::nullopt;
}

Result<std::string> write(const Figure& figure, FigureFormat format, float dpi, const Typesetter& typesetter) {
    switch (format) {
    case FigureFormat::png:
        return write_png(figure.list, figure.page, figure.scale * dpi / 96, typesetter);
    case FigureFormat::svg:
        return write_svg(figure.list, figure.page, figure.scale, typesetter);
    case FigureFormat::pdf:
        return write_pdf(figure.list, figure.page, figure.scale, figure.title.letters(), typesetter);
    case FigureFormat::tex:
        break;
    }
    const auto picture = tex_picture(figure, typesetter);
    return picture ? Result(picture->text()) : Result<std::string>(picture.error());
}

Result<TexPicture> tex_picture(const Figure& figure, const Typesetter& typesetter) {
    return write_tex(figure.list, figure.page, figure.scale,
                     {figure.title.letters(), figure.caption, figure.standalone}, typesetter);
}

} // namespace attn
