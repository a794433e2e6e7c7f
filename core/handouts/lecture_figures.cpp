// Steps of a LaTeX document: the size and place of their figures.

#include "core/figure/figure_kinds.h"
#include "core/figure/figure_steps.h"
#include "core/handouts/lecture_steps.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace attn {

namespace {

/// The request without title and caption, which the document sets itself.
FigureRequest without_words(FigureRequest request) {
    request.titled = false;
    request.captioned = false;
    request.standalone = false;
    request.fit = FigureFit::free;
    return request;
}

} // namespace

Result<LectureSteps::Drawn> LectureSteps::draw(const FigureRequest& request, const std::string& name,
                                               std::vector<FigureStep> steps, const Places& places) {
    const FigureSource source{untitled_, source_.trace, source_.typesetter, source_.baseline, source_.cache};
    return draw_from(source, request, name, std::move(steps), places);
}

Result<LectureSteps::Drawn> LectureSteps::draw_from(const FigureSource& source, const FigureRequest& request,
                                                    const std::string& name, std::vector<FigureStep> steps,
                                                    const Places& places) {
    Sized sized = best_place(request, places.front());
    const std::string asked = request.kind;
    const bool has_matrix = find_figure_kind(asked)->scope == FigureScope::matrix || asked == PictureId::sum.name ||
                            asked == PictureId::joined.name;
    FigureRequest of_matrix = request;
    of_matrix.kind = heatmap_kind().name;
    for (const FigurePlaces& of_kind : places) {
        sized = best_place(request, of_kind);
        if (sized.is_whole)
            break;
        if (!has_matrix)
            continue;
        // The matrix alone is better than a picture without numbers.
        if (Sized matrix = best_place(of_matrix, of_kind); matrix.is_whole || !sized.fits)
            sized = std::move(matrix);
        if (sized.is_whole)
            break;
    }
    if (sized.request.kind != asked)
        steps.clear();
    if (steps.empty())
        steps.emplace_back();
    auto figures = lay_out_steps(sized.request, source, steps);
    if (!figures)
        return figures.error();
    // A figure without numbers has nothing to build up.
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
        auto set = document_.add_figure(figure, name + number, sized.place, source_.typesetter);
        if (!set)
            return set.error();
        drawn.figures.push_back(*std::move(set));
    }
    return drawn;
}

/// The first place in which all of the figure fits, in the document's type size or a smaller one; otherwise the first
/// that fits a legible part of it.
LectureSteps::Sized LectureSteps::best_place(FigureRequest request, const FigurePlaces& places) const {
    request = without_words(std::move(request));
    std::optional<Sized> lacking;
    for (const float type : {1.0F, 0.85F, 0.74F}) {
        if (type < places.least_type)
            break;
        for (const FigurePlace& place : places.all) {
            Sized sized = with_type(request, type * sheet_.font_size, place);
            if (sized.is_whole)
                return sized;
            if (!lacking || (sized.fits && !lacking->fits))
                lacking = std::move(sized);
        }
    }
    return *std::move(lacking);
}

/// The request in a type size (points) and the smallest width that fits the place: its own, or the place's. If neither
/// fits, the result is larger than the place.
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
