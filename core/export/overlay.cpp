#include "core/export/overlay.h"

#include "core/export/export_work.h"
#include "core/export/gif.h"
#include "core/figure/png.h"
#include "core/files/file_transaction.h"
#include "core/files/printable.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>
#include <utility>

namespace attn {

namespace {

constexpr float overlay_pixels_an_inch = 96;

/// The resolution at which a slide of 33.87 × 19.05 cm fills a screen of 1920 × 1080 pixels.
constexpr float screen_dpi = 144;
constexpr Point screen{1280, 720}; // logical pixels

bool fills_screen(const FigureRequest& request) {
    return !request.width && !request.height && request.fit == FigureFit::free;
}

/// Returns the request of a film; if it has no size, it gets the size of a slide, at a screen's resolution.
FigureRequest for_screen(FigureRequest request) {
    if (!fills_screen(request))
        return request;
    request.fit = FigureFit::slide;
    if (request.dpi == FigureRequest().dpi)
        request.dpi = screen_dpi;
    return request;
}

/// Enlarges the figure's page to the size of a screen, with the figure in its middle.
void widen_to_screen(Figure& figure) {
    Box& area = figure.page.area;
    const Point spare{std::max(0.0F, screen.x / figure.scale - area.width),
                      std::max(0.0F, screen.y / figure.scale - area.height)};
    area = {area.x - spare.x / 2, area.y - spare.y / 2, area.width + spare.x, area.height + spare.y};
}

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
    const std::string title = figures.front().title.letters();
    return write_pdf(pages_of(std::move(figures)), title, source.typesetter, scale);
}

Result<std::string> film_that_moves(const FigureRequest& request, const FigureSource& source,
                                    std::vector<Figure> figures, const ExportWork& work) {
    const float scale = figures.front().scale * for_screen(request).dpi / overlay_pixels_an_inch;
    return write_gif(pages_of(std::move(figures)), {scale, request.seconds}, source.typesetter, work);
}

Result<void> write_one_file(FigureRequest request, bool is_film, const FigureSource& source,
                            const std::filesystem::path& path, const ExportWork& work) {
    request.film = is_film;
    auto steps = begin_steps(request, source, path, work);
    return steps ? steps->file.commit() : steps.error();
}

/// Writes each figure into a file of the folder, named by name(number), which counts from 1. All files appear, or none.
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
    auto figures = laid_out(for_screen(request), source, film_steps(request, source));
    if (figures && fills_screen(request))
        std::ranges::for_each(*figures, widen_to_screen);
    return figures;
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

Result<void> write_film(FigureRequest request, const FigureSource& source, const std::filesystem::path& path,
                        const std::string& ending, const ExportWork& work) {
    if (path.extension() == ".gif")
        return write_one_file(request, true, source, path, work);
    auto figures = film(request, source);
    if (!figures)
        return figures.error();
    request.dpi = for_screen(request).dpi;
    for (Figure& figure : *figures)
        if (ending == "png")
            figure.page = with_even_pixels(figure.page, figure.scale * request.dpi / overlay_pixels_an_inch);
    return write_folder(request, source, path, ending, *figures, work,
                        [](std::size_t i) { return fmt::format("frame-{:03}", i + 1); });
}

} // namespace attn
