#include "core/handouts/tex_figures.h"

#include "core/document/options/session_notation.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/figure_steps.h"
#include "core/figure/pictures/pictures.h"
#include "core/files/printable.h"
#include "core/notation/named_words.h"
#include "core/text/tex_escape.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
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

/// The kind of figure in words, for a figure that the session lists.
std::string about_kind(const FigureRequest& figure, const Session& session) {
    return words_in(find_figure_kind(figure.kind)->about, notation_of(session)).tex().tex;
}

} // namespace

Result<TexFigure> TexFigures::own(const Step& step, std::span<const FigurePlaces> places,
                                  std::vector<FigureStep> built_up) {
    if (step.revealed.reveal)
        built_up.assign(1, step.revealed);
    ++number_;
    return draw(*step.source, step.request, fmt::format("{:02}-{}", number_, step.name), places, std::move(built_up));
}

Result<TexFigure> TexFigures::result(const Step& step, const FigurePlaces& places) {
    FigureRequest request = step.request;
    request.kind = heatmap_kind().name;
    return draw(*step.source, request, fmt::format("{:02}-{}-matrix", number_, step.name), std::span(&places, 1));
}

Result<std::vector<FurtherFigure>> TexFigures::further(const Step& step, const TexFigure& own, const Session& session,
                                                       const FigurePlaces& places) {
    const bool shows_operands = own.kind != heatmap_kind().name && own.kind != "heads";
    std::vector<FurtherFigure> all;
    for (const StepFigure& figure : step.figures) {
        if (figure.is_operand && shows_operands)
            continue;
        const std::string name = figure.is_listed ? figure.name : fmt::format("{:02}-{}", number_, figure.name);
        auto drawn = draw(*step.source, figure.request, name, std::span(&places, 1));
        if (!drawn)
            return figure.is_listed ? error("figure “{}”: {}", printable(figure.request.name), drawn.error().message)
                                    : drawn.error();
        if (figure.is_operand && !drawn->is_whole)
            continue;
        FurtherFigure made{figure.name, drawn->title, drawn->title, *std::move(drawn)};
        if (figure.is_listed) {
            made.shows = about_kind(figure.request, session);
            if (!figure.request.title.empty())
                made.title = document_.noted(tex_text(figure.request.title));
            if (find_figure_kind(figure.request.kind)->scope == FigureScope::layer)
                made.drawn.words = made.shows + "."; // the lengths are told at the beginning
        }
        all.push_back(std::move(made));
    }
    return all;
}

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
                    sized.place,
                    document_.words(fmt::format("{}", fmt::join(figures->back().remarks, " ")))};
    for (const Figure& figure : *figures) {
        const std::string number = figures->size() > 1 ? fmt::format("-{}", drawn.stages.size() + 1) : std::string();
        auto set = document_.add_figure(figure, name + number, sized.place, source.typesetter);
        if (!set)
            return set.error();
        drawn.stages.push_back(*std::move(set));
    }
    return drawn;
}

/// The request with the first place in which the whole figure fits, else the first in which a part of it fits. The
/// figure has the place's height, and its own width or, if it is not whole at that, the place's width.
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
