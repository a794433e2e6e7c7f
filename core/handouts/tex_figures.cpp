#include "core/handouts/tex_figures.h"

#include "core/figure/figure_kinds.h"
#include "core/figure/figure_steps.h"
#include "core/figure/pictures/pictures.h"

#include <fmt/format.h>
#include <optional>
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

bool shows_a_matrix(std::string_view kind) {
    return find_figure_kind(kind)->scope == FigureScope::matrix || kind == PictureId::sum.name ||
           kind == PictureId::joined.name;
}

} // namespace

Result<TexFigure> TexFigures::draw(const FigureSource& source, const FigureRequest& request, const std::string& name,
                                   std::span<const FigurePlaces> places, std::vector<FigureStep> steps) {
    FigureRequest of_matrix = request;
    of_matrix.kind = heatmap_kind().name;
    Sized sized;
    for (const FigurePlaces& of_kind : places) {
        sized = in_best_place(request, source, of_kind);
        if (!sized.is_whole && shows_a_matrix(request.kind)) // the matrix is better than a picture without numbers
            if (Sized matrix = in_best_place(of_matrix, source, of_kind); matrix.is_whole || !sized.fits)
                sized = std::move(matrix);
        if (sized.is_whole)
            break;
    }
    if (sized.request.kind != request.kind || steps.empty())
        steps.assign(1, {});
    auto figures = lay_out_steps(sized.request, source, steps);
    if (!figures)
        return figures.error();
    if (!figures->back().is_whole) // a figure without numbers has nothing to build up
        figures->erase(figures->begin(), figures->end() - 1);
    TexFigure drawn{{},
                    document_.words(figures->back().title),
                    figures->back().words,
                    sized.request.kind,
                    figures->back().is_whole,
                    sized.place};
    for (const Figure& figure : *figures) {
        const std::string number = figures->size() > 1 ? fmt::format("-{}", drawn.stages.size() + 1) : std::string();
        auto set = document_.add_figure(figure, name + number, sized.place, source.typesetter);
        if (!set)
            return set.error();
        drawn.stages.push_back(*std::move(set));
    }
    return drawn;
}

/// The request in the place's height and its own width, or else the place's.
TexFigures::Sized TexFigures::in_best_place(FigureRequest request, const FigureSource& source,
                                            const FigurePlaces& places) {
    request = without_words(std::move(request));
    request.font_size = places.font_size;
    std::optional<Sized> lacking;
    for (const FigurePlace& place : places.all) {
        request.height = place.height;
        for (const std::optional<float> width : {std::optional<float>(), std::optional(place.width)}) {
            request.width = width;
            const auto drawn = lay_out_if_it_fits(request, source);
            if (!drawn || !fits(*drawn, place))
                continue;
            if (drawn->is_whole)
                return {request, place, true, true};
            if (!lacking)
                lacking = {request, place, true, false};
        }
    }
    if (lacking)
        return *std::move(lacking);
    request.width.reset();
    request.height.reset();
    return {std::move(request), places.all.front(), false, false}; // larger than the place
}

} // namespace attn
