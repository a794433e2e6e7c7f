// Where the figures of a document in LaTeX have room, and how they are set there.

#include "core/figure/figure_kinds.h"
#include "core/figure/figure_steps.h"
#include "core/handouts/lecture_steps.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace attn {

namespace {

constexpr float logical_pixels_a_cm = 96 / 2.54F;
Point centimetres(const Figure& drawn) {
    const float unit = drawn.scale / logical_pixels_a_cm;
    return {drawn.page.area.width * unit, drawn.page.area.height * unit};
}

bool fits(const Figure& drawn, const FigurePlace& place) {
    const Point size = centimetres(drawn);
    return size.x <= place.width + 0.01F && size.y <= place.height + 0.01F;
}

/// A figure in a document, which has a caption of its own.
FigureRequest without_words(FigureRequest request) {
    request.titled = false;
    request.captioned = false;
    request.standalone = false;
    request.fit = FigureFit::free;
    return request;
}

} // namespace

Result<LectureSteps::Drawn> LectureSteps::draw(const FigureRequest& request, const std::string& name,
                                               std::vector<FigureStep> steps, std::span<const FigurePlace> places) {
    const FigureSource source{untitled_, source_.trace, source_.typesetter, source_.baseline, source_.cache};
    return draw_from(source, request, name, std::move(steps), places);
}

Result<LectureSteps::Drawn> LectureSteps::draw_from(const FigureSource& source, const FigureRequest& request,
                                                    const std::string& name, std::vector<FigureStep> steps,
                                                    std::span<const FigurePlace> places) {
    Sized sized = best_place(request, places);
    if (!sized.is_whole) { // the matrix alone, rather than without numbers
        FigureRequest of_matrix = request;
        of_matrix.kind = heatmap_kind().name;
        const bool has_matrix = find_figure_kind(request.kind)->scope == FigureScope::matrix || request.kind == "sum";
        if (Sized matrix = best_place(of_matrix, places); has_matrix && (matrix.is_whole || !sized.fits)) {
            sized = std::move(matrix);
            steps.clear();
        }
    }
    if (steps.empty())
        steps.emplace_back();
    auto figures = lay_out_steps(sized.request, source, steps);
    if (!figures)
        return figures.error();
    // Where numbers have no room there is nothing to be built up of them.
    if (steps.size() > 1 && !figures->back().is_whole)
        figures->erase(figures->begin(), figures->end() - 1);
    Drawn drawn{{},
                figures->back().title,
                figures->back().words,
                sized.request.kind,
                sized.place,
                std::min(centimetres(figures->front()).y, sized.place.height)};
    for (const Figure& figure : *figures) {
        const std::string number = figures->size() > 1 ? fmt::format("-{}", drawn.figures.size() + 1) : std::string();
        auto set = add_file(figure, name + number, sized.place);
        if (!set)
            return set.error();
        drawn.figures.push_back(*std::move(set));
    }
    return drawn;
}

Result<std::string> LectureSteps::add_file(const Figure& drawn, const std::string& name, const FigurePlace& place) {
    auto tex = write(drawn, FigureFormat::tex, 0, source_.typesetter);
    // What pdflatex cannot set, or no TeX, is a picture all the same.
    if (tex && tex->find("% To \\input, with pdflatex") != std::string::npos && fits(drawn, place)) {
        files_.push_back({name + ".tex", *std::move(tex)});
        return fmt::format("\\input{{{}}}", name);
    }
    auto pdf = write(drawn, FigureFormat::pdf, 0, source_.typesetter);
    if (!pdf)
        return pdf.error();
    files_.push_back({name + ".pdf", *std::move(pdf)});
    return fmt::format("\\includegraphics[width={}cm,height={}cm,keepaspectratio]{{{}}}",
                       std::min(place.width, centimetres(drawn).x), place.height, name);
}

/// The first place that has room for all of it, with type of the size that is meant for the document, or else smaller;
/// else the first that has room for what can be read of it.
LectureSteps::Sized LectureSteps::best_place(FigureRequest request, std::span<const FigurePlace> places) const {
    request = without_words(std::move(request));
    std::optional<Sized> lacking;
    for (const float type : {1.0F, 0.85F, 0.7F}) {
        if (type < sheet_.least_type)
            break;
        for (const FigurePlace& place : places) {
            Sized sized = with_type(request, type * sheet_.font_size, place);
            if (sized.is_whole)
                return sized;
            if (!lacking || (sized.fits && !lacking->fits))
                lacking = std::move(sized);
        }
    }
    return *std::move(lacking);
}

/// The request with type of so many points, as wide as it needs to be or else as its place; where that has no room
/// for it, larger than its room.
LectureSteps::Sized LectureSteps::with_type(FigureRequest request, float font_size, const FigurePlace& place) const {
    request.height = place.height;
    request.font_size = font_size;
    std::optional<FigureRequest> lacking;
    for (const std::optional<float> width : {std::optional<float>(), std::optional(place.width)}) {
        request.width = width;
        const auto drawn = lay_out_if_it_fits(request, source_);
        if (!drawn || !fits(*drawn, place))
            continue;
        if (drawn->is_whole)
            return {request, place, true, true};
        if (!lacking)
            lacking = request;
    }
    if (lacking)
        return {*std::move(lacking), place, true, false};
    request.width.reset();
    request.height.reset();
    return {std::move(request), place, false, false};
}

} // namespace attn
