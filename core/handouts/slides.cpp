#include "core/figure/figure_steps.h"
#include "core/handouts/displayed_formula.h"
#include "core/handouts/lecture_tex.h"
#include "core/handouts/lecture_words.h"
#include "core/handouts/shapes_in_tex.h"
#include "core/handouts/tex_figures.h"
#include "core/handouts/tex_macros.h"
#include "core/handouts/tour.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

// Sizes in centimetres: a beamer frame is 16 × 9.
constexpr float widest_beside_words = 9.6F;
constexpr std::array places_of_steps{FigurePlace{8.2F, 7}, FigurePlace{widest_beside_words, 7},
                                     FigurePlace{13.9F, 7.1F}};
constexpr std::array places_of_results{FigurePlace{6.4F, 7}, FigurePlace{8.2F, 7}};
constexpr float type_on_slide = 14 * 16 / 33.87F; // 14 points on a slide of 34 × 19
constexpr FigurePlaces on_slide{places_of_steps, type_on_slide};
constexpr FigurePlaces of_results{places_of_results, type_on_slide};
constexpr FigurePlaces alone_on_slide{std::span(places_of_steps).last(1), type_on_slide};

constexpr std::size_t most_summands_on_slide = 4;

/// True for the steps of an overlay at which a talk stops.
bool is_stop(const FigureStep& step) {
    constexpr std::array<std::string_view, 6> stops{"operands", "terms", "all", "scores", "exponentials", "shares"};
    return std::ranges::find(stops, step.name) != stops.end();
}

/// Writes the tour as frames of beamer.
class Slides {
public:
    Slides(const FigureSource& source, const FigureRequest& shown, Tour tour)
        : tour_(std::move(tour)), words_(source, shown, tour_), figures_(document_) {}

    Result<std::vector<DocumentFile>> write() && {
        std::string frames;
        for (const Step& step : tour_.steps) {
            const auto set = written(step);
            if (!set)
                return set.error();
            frames += *set;
        }
        if (const Prose shapes = words_.one_head_beside_many(); !shapes.empty())
            frames +=
                frame(title_of_shapes, fmt::format("O{}.\n\\par\\bigskip\\centering\n{}\n", document_.words(shapes),
                                                   attn::one_head_beside_many(words_.session())));
        const std::string title = document_.noted(tex_text(words_.title()));
        const Prose asked = words_.told(words_.session().question);
        const std::string question = document_.words(asked);
        const std::string about = fmt::format(R"(\emph{{{}}}\\[1ex] {}\\[1ex] {})",
                                              document_.noted(words_.tokens(tour_.steps.front().cell.item)),
                                              document_.words(words_.lengths()), document_.words(words_.letters()));
        return finish_deck(std::move(document_), {title, question, words_.title(), asked.letters(), about},
                           fmt::format("{}{}{}", formula_macros, frame_macros, frames));
    }

private:
    static std::string frame(std::string_view title, const std::string& body) {
        return fmt::format("\n\\begin{{frame}}{{{}}}\n{}\\end{{frame}}\n", title, body);
    }

    /// The steps in which a figure is built up before an audience.
    static std::vector<FigureStep> stops_of(const Step& step) {
        std::vector<FigureStep> stops;
        if (const auto built_up = overlay_steps(step.request, *step.source))
            std::ranges::copy_if(*built_up, std::back_inserter(stops), is_stop);
        for (FigureStep& stop : stops)
            if (stop.reveal)
                stop.reveal->cells = 0; // no other cell before this one
        return stops;
    }

    /// The figure as it is built up, with the whole figure last; in a handout the whole one alone.
    static std::string built_up(const TexFigure& figure) {
        const std::size_t last = figure.stages.size();
        if (last == 1)
            return figure.stages.front();
        std::string tex;
        for (std::size_t i = 1; i <= last; ++i)
            tex += fmt::format("\\only<{}|handout:{}>{{{}}}%\n", i, i == last ? 1 : 0, figure.stages[i - 1]);
        return tex;
    }

    Result<std::string> written(const Step& step) {
        const std::string title = document_.words(step.title);
        const auto own =
            figures_.own(step, std::array{on_slide}, step.is_of_all_heads ? std::vector<FigureStep>() : stops_of(step));
        if (!own)
            return own.error();
        std::string tex;
        if (step.begins != TourPart::none)
            tex += frame(title_of(step.begins), fmt::format("\\footnotesize\n{}\n\\par\\medskip\\centering\n{}\n",
                                                            document_.words(words_.part(step, tour_.first_head)),
                                                            shapes_of(step.source->session)));
        const bool has_words_beside = own->place.width <= widest_beside_words;
        if (!has_words_beside)
            tex +=
                frame(title, fmt::format("\\centering\n{}\n\\par{{\\scriptsize {}}}\n", built_up(*own), own->left_out));
        if (!step.is_of_all_heads || !step.notes.formulas.empty()) {
            const auto result = has_words_beside ? Result<TexFigure>(*own) : figures_.result(step, of_results);
            if (!result)
                return result.error();
            tex += words(step, title, *result);
        } else if (has_words_beside)
            tex += frame(title, "\\centering\n" + built_up(*own));
        const auto further = figures_.further(step, *own, words_.session(), alone_on_slide);
        if (!further)
            return further.error();
        for (const FurtherFigure& figure : *further)
            tex += frame(figure.title, "\\centering\n" + figure.drawn.stages.back() + "\n");
        return tex;
    }

    /// The frames with the words of a step beside its figure.
    std::string words(const Step& step, const std::string& title, const TexFigure& figure) {
        std::string formulas;
        std::string applied;
        std::string remarks;
        const auto add = [&](const std::vector<Prose>& more) {
            for (const Prose& remark : more)
                remarks += "\\par\\smallskip " + document_.words(remark) + "\n";
        };
        for (const StepFormula& formula : step.notes.formulas) {
            (formula.is_applied ? applied : formulas) += step_formula(formula);
            add(formula.remarks);
        }
        add(step.notes.remarks);
        std::string cell;
        const std::size_t last = figure.stages.size();
        if (!step.is_of_all_heads) {
            cell = fmt::format(R"(\stepuncover{{{}}}{{\textbf{{{}}}{}\par ${}$}})", std::min<std::size_t>(2, last),
                               document_.words(step.subject), step.whose.empty() ? "" : " (" + step.whose + ")",
                               step.worked_tex);
            if (const Prose meaning = prose_of(step.meaning); !meaning.empty())
                cell += fmt::format("\\par\\smallskip\n\\stepuncover{{{}}}{{{}}}", last, document_.words(meaning));
        }
        return fmt::format("\n\\stepframes{{{}}}{{{}}}{{{}}}{{%\n{}}}{{%\n{}}}{{{}}}{{{}}}\n", title,
                           figure.stages.front(), last > 1 ? built_up(figure) : "", formulas, applied, cell, remarks);
    }

    Tour tour_;
    LectureWords words_;
    TexDocument document_;
    TexFigures figures_;
};

} // namespace

Result<std::vector<DocumentFile>> slide_deck(const FigureSource& source, const FigureRequest& shown) {
    auto steps = tour(source, {shown, true, most_summands_on_slide});
    return steps ? Slides(source, shown, *std::move(steps)).write() : steps.error();
}

} // namespace attn
