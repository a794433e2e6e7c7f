#include "core/export/figure_file.h"

#include "core/export/beamer_frame.h"
#include "core/export/export_work.h"
#include "core/export/number_table.h"
#include "core/figure/figure_context.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/labels.h"
#include "core/files/npz.h"
#include "core/files/printable.h"
#include "core/tensor/workers.h"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace attn {

namespace {

bool is_numbers(std::string_view ending) {
    return ending == "csv" || ending == "md" || ending == "npz";
}

/// Returns the matrices that a figure of this kind computes; empty for a kind that shows an array. Fails if the kind
/// cannot show this layer.
Result<std::vector<NamedMatrix>> own_numbers(const FigureRequest& request, const DrawContext& drawing) {
    const FigureKind* const kind = find_figure_kind(request.kind);
    if (kind == nullptr || kind->numbers == nullptr)
        return std::vector<NamedMatrix>();
    if (auto fitting = fits(*kind, drawing); !fitting)
        return fitting.error();
    return kind->numbers(drawing);
}

Result<std::string> text_of(const FigureRequest& request, const FigureSource& source, std::string_view ending) {
    const auto cell = figure_cell(request, source);
    if (!cell)
        return cell.error();
    const FigureContext drawing(request, source, *cell);
    const auto own = own_numbers(request, drawing.drawing());
    if (!own)
        return own.error();
    const auto text = [&](const NumberTable& table) {
        if (ending == "csv")
            return csv_table(table);
        const int decimals = request.precision.value_or(usual_decimals);
        return ending == "md" ? markdown_table(table, decimals) : tex_table(table, decimals);
    };
    if (own->empty())
        return text(number_table(drawing.drawing()));
    std::string all;
    for (const NamedMatrix& numbers : *own)
        all += (all.empty() ? "" : "\n") + text(number_table(drawing.drawing(), numbers));
    return all;
}

bool shows_all_heads(const FigureRequest& request) {
    const FigureKind* const kind = find_figure_kind(request.kind);
    return kind != nullptr && kind->scope == FigureScope::heads;
}

/// Begins a file of the figure's numbers: the matrices of its kind; if the kind has none, all heads of the array if the
/// figure shows all, otherwise its one matrix.
Result<PendingFigure> begin_numbers(const FigureRequest& request, const FigureSource& source,
                                    const std::filesystem::path& path) {
    const auto cell = figure_cell(request, source);
    if (!cell)
        return cell.error();
    const FigureContext drawing(request, source, *cell);
    const auto own = own_numbers(request, drawing.drawing());
    if (!own)
        return own.error();
    if (!own->empty()) {
        NpzWriter file(path);
        for (const NamedMatrix& numbers : *own) {
            file.begin(numbers.name, std::array{numbers.values.rows(), numbers.values.columns()});
            file.append(numbers.values.view());
        }
        return PendingFigure{file.take(), {}};
    }
    const bool all = shows_all_heads(request) && has_heads(cell->array);
    const Matrix first = source.trace.array(cell->array, cell->item, cell->head);
    NpzWriter file(path);
    if (all) {
        file.begin(array_name(cell->array), std::array{source.trace.sizes().H, first.rows(), first.columns()});
        for (Index head = 0; head < source.trace.sizes().H; ++head)
            file.append(source.trace.array(cell->array, cell->item, head).view());
    } else {
        file.begin(array_name(cell->array), std::array{first.rows(), first.columns()});
        file.append(first.view());
    }
    return PendingFigure{file.take(), {}};
}

} // namespace

bool is_figure_ending(std::string_view ending) {
    return is_numbers(ending) || figure_format(ending);
}

Result<FigureContent> figure_content(const FigureRequest& request, const FigureSource& source, std::string_view ending,
                                     const SeriesLayout* series) {
    if (is_numbers(ending) || is_text(request.kind, ending)) {
        auto text = text_of(request, source, ending);
        return text ? Result(FigureContent{*std::move(text), {}}) : text.error();
    }
    const auto format = figure_format(ending);
    if (!format)
        return error("“{}” is no format of figures; expected {}", printable(ending), figure_endings);
    const auto figure = lay_out(for_format(request, ending), source, series);
    if (!figure)
        return figure.error();
    auto bytes = write(*figure, *format, request.dpi, source.typesetter);
    return bytes ? Result<FigureContent>({*std::move(bytes), figure->remarks}) : bytes.error();
}

Result<PendingFigure> begin_figure(const FigureRequest& request, const FigureSource& source,
                                   const std::filesystem::path& path, const SeriesLayout* series) {
    if (auto spared = inputs_of(request, source).check_spares(path); !spared)
        return spared.error();
    const std::string ending = path.extension().string();
    if (ending == ".npz")
        return begin_numbers(request, source, path);
    auto content = figure_content(request, source, ending.empty() ? ending : ending.substr(1), series);
    if (!content)
        return error("{}: {}", printable_path(path), content.error().message);
    PendingFigure figure{AtomicFile(path), std::move(content->remarks)};
    figure.file.append(std::as_bytes(std::span(content->bytes)));
    return figure;
}

Result<std::vector<std::string>> write_figure(const FigureRequest& request, const FigureSource& source,
                                              const std::filesystem::path& path, const ExportWork& work) {
    const FigureSource source_of_one{source.session, source.trace, source.typesetter, source.baseline};
    PictureCache& cache = *source_of_one.cache;
    cache.put_off();
    while (true) {
        // One layout finds out everything that takes long to compute, even if the layout fails.
        auto figure = begin_figure(request, source_of_one, path);
        if (cache.has_put_off()) {
            Workers workers(0);
            if (!cache.find_what_waits(workers, work.stop, work.progress))
                return error("The figure was cancelled.");
            continue;
        }
        if (!figure)
            return figure.error();
        if (auto written = figure->file.commit(); !written)
            return written.error();
        return std::move(figure->remarks);
    }
}

} // namespace attn
