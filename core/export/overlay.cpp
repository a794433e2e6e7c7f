#include "core/export/overlay.h"

#include "core/export/export_work.h"
#include "core/export/gif.h"
#include "core/figure/png.h"
#include "core/files/file_transaction.h"
#include "core/files/printable.h"

#include <fmt/format.h>
#include <span>
#include <utility>

namespace attn {

namespace {

constexpr float overlay_pixels_an_inch = 96;

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

Result<std::string> overlay_in_pages(std::vector<Figure> figures, const FigureSource& source) {
    const float scale = figures.front().scale;
    const std::string title = figures.front().title;
    return write_pdf(pages_of(std::move(figures)), title, source.typesetter, scale);
}

Result<std::string> film_that_moves(const FigureRequest& request, const FigureSource& source,
                                    std::vector<Figure> figures, const ExportWork& work) {
    const float scale = figures.front().scale * request.dpi / overlay_pixels_an_inch;
    return write_gif(pages_of(std::move(figures)), {scale, request.seconds}, source.typesetter, work);
}

Result<void> write_one_file(FigureRequest request, bool is_film, const FigureSource& source,
                            const std::filesystem::path& path, const ExportWork& work) {
    request.film = is_film;
    auto steps = begin_steps(request, source, path, work);
    return steps ? steps->file.commit() : steps.error();
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

Result<PendingFigure> begin_steps(const FigureRequest& request, const FigureSource& source,
                                  const std::filesystem::path& path, const ExportWork& work) {
    if (auto spared = inputs_of(request, source).check_spares(path); !spared)
        return spared.error();
    auto figures = request.film ? film(request, source) : overlay(request, source);
    if (!figures)
        return figures.error();
    std::vector<std::string> remarks = figures->front().remarks;
    const auto bytes = request.film ? film_that_moves(request, source, *std::move(figures), work)
                                    : overlay_in_pages(*std::move(figures), source);
    if (!bytes)
        return bytes.error();
    PendingFigure steps{AtomicFile(path), std::move(remarks)};
    steps.file.append(std::as_bytes(std::span(*bytes)));
    return steps;
}

Result<void> write_overlay(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                           const std::string& ending, const ExportWork& work) {
    if (path.extension() == ".pdf")
        return write_one_file(request, false, source, path, work);
    const auto steps = overlay_steps(request, source);
    auto figures = laid_out(request, source, steps);
    if (!figures)
        return figures.error();
    return write_folder(request, source, path, ending, *figures, work,
                        [&](std::size_t i) { return fmt::format("{:02}-{}", i + 1, steps->at(i).name); });
}

Result<void> write_film(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                        const std::string& ending, const ExportWork& work) {
    if (path.extension() == ".gif")
        return write_one_file(request, true, source, path, work);
    auto figures = film(request, source);
    if (!figures)
        return figures.error();
    for (Figure& figure : *figures)
        if (ending == "png")
            figure.page = with_even_pixels(figure.page, figure.scale * request.dpi / overlay_pixels_an_inch);
    return write_folder(request, source, path, ending, *figures, work,
                        [](std::size_t i) { return fmt::format("frame-{:03}", i + 1); });
}

} // namespace attn
