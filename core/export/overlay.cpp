#include "core/export/overlay.h"

#include "core/export/export_inputs.h"
#include "core/export/gif.h"
#include "core/figure/png.h"
#include "core/files/file.h"
#include "core/files/file_transaction.h"
#include "core/files/printable.h"

#include <fmt/format.h>
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
    for (Figure& figure : *figures)
        if (ending == "png")
            figure.page = with_even_pixels(figure.page, figure.scale * request.dpi / overlay_pixels_an_inch);
    return write_folder(request, source, path, ending, *figures, work,
                        [](std::size_t i) { return fmt::format("frame-{:03}", i + 1); });
}

} // namespace attn
