#include "core/handouts/slide_frames.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace attn {

namespace {

constexpr float formula_size = 9;     // points: \footnotesize
constexpr float room_of_words = 6.9F; // cm, that a frame is high beneath its title
constexpr float width_of_frame = 13.6F;
constexpr float line_of_words = 0.42F;
constexpr float letters_a_centimetre = 9;

std::string frame(const std::string& title, const std::string& body) {
    return fmt::format("\n\\begin{{frame}}{{{}}}\n{}\\end{{frame}}\n", title, body);
}

/// Its figure as it is built up, the whole last; a handout has the whole alone.
std::string figure_of(const StepTex& step) {
    const std::size_t last = step.figures.size();
    if (last == 1)
        return step.figures.front() + "\n";
    std::string figure;
    for (std::size_t i = 1; i <= last; ++i)
        figure += fmt::format("\\only<{}|handout:{}>{{{}}}%\n", i, i == last ? 1 : 0, step.figures[i - 1]);
    return figure;
}

/// One cell worked out, and what that number means; as the figure is built up, of so many steps.
std::string worked_of(const StepTex& step, std::size_t last) {
    const auto from = [&](std::size_t slide, const std::string& words) {
        return last == 1 ? words + "\n" : fmt::format("\\uncover<{}-|handout:1>{{{}}}\n", slide, words);
    };
    std::string words = from(std::min<std::size_t>(2, last),
                             fmt::format("\\textbf{{{}}}{}\n\n${}$", step.cell,
                                         step.whose.empty() ? "" : fmt::format(" ({})", step.whose), step.worked));
    if (!step.meaning.empty())
        words += "\n\\smallskip\n" + from(last, step.meaning);
    return words;
}

/// How high words are in lines that are so wide, in centimetres; commands of TeX count as if they were read.
float height_of_words(const std::string& words, float width) {
    return line_of_words * (1 + std::floor(static_cast<float>(words.size()) / (letters_a_centimetre * width)));
}

/// What is said of a step, in the order in which it is said.
class WordsOfStep {
public:
    WordsOfStep(const StepTex& step, const Typesetter& typesetter) : step_(step), typesetter_(typesetter) {}

    bool has_more() const { return formula_ < step_.formulas.size() || remark_ < step_.remarks.size(); }

    /// As many formulas and remarks as have room, `between` them what stands there in any case.
    std::string next(float width, float room, const std::string& between = {}) {
        std::vector<std::string> formulas;
        const std::size_t first = formula_;
        for (; formula_ < step_.formulas.size(); ++formula_) {
            Display display = formula_with_numbers(step_.formulas[formula_], {width - 0.2F, formula_size}, typesetter_);
            const bool is_first = between.empty() && formula_ == first;
            const bool is_shrunk = display.tex.find("\\resizebox") != std::string::npos;
            if ((display.height > room || is_shrunk) && !is_first)
                return gathered(formulas) + between;
            room -= display.height;
            formulas.push_back(std::move(display.tex));
        }
        std::string words = gathered(formulas) + between;
        for (; remark_ < step_.remarks.size(); ++remark_) {
            const std::string& remark = step_.remarks[remark_];
            if (const float height = height_of_words(remark, width) + line_of_words / 2; height <= room)
                room -= height;
            else if (!words.empty())
                break;
            words += "\n\\smallskip\n" + remark + "\n";
        }
        return words;
    }

private:
    const StepTex& step_;
    const Typesetter& typesetter_;
    std::size_t formula_ = 0; ///< the next that is to be said
    std::size_t remark_ = 0;
};

std::string beside_each_other(const FigurePlace& place, const std::string& figure, const std::string& words) {
    return fmt::format("\\begin{{columns}}[c]\n\\begin{{column}}{{{:.1f}cm}}\n\\centering\n{}\\end{{column}}\n"
                       "\\begin{{column}}{{{:.1f}cm}}\n\\raggedright\\footnotesize\n{}\\end{{column}}\n"
                       "\\end{{columns}}\n",
                       place.width, figure, place.words_beside, words);
}

} // namespace

std::string frames_of(const StepTex& step, const Typesetter& typesetter) {
    if (step.is_figure_alone)
        return frame(step.title, "\\centering\n" + figure_of(step));
    WordsOfStep words(step, typesetter);
    std::string frames;
    const auto add_beside = [&](const FigurePlace& place, const std::string& figure, std::size_t last) {
        const std::string worked = worked_of(step, last);
        const float room = room_of_words - height_of_words(worked, place.words_beside) - line_of_words;
        frames += frame(step.title, beside_each_other(place, figure, words.next(place.words_beside, room, worked)));
    };
    if (step.place.words_beside > 0)
        add_beside(step.place, figure_of(step), step.figures.size());
    else {
        frames += frame(step.title, "\\centering\n" + figure_of(step));
        add_beside(step.result_place, step.result + "\n", 1);
    }
    while (words.has_more())
        frames += frame(step.title, "\\footnotesize\\raggedright\n" + words.next(width_of_frame, room_of_words));
    return frames;
}

} // namespace attn
