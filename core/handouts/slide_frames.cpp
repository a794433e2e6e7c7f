#include "core/handouts/slide_frames.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace attn {

namespace {

constexpr float formula_size = 9;          // points: \footnotesize
constexpr float between_formulas = 0.15F;  // cm
constexpr float room_beside = 2.6F;        // cm, of formulas that stand beside a figure
constexpr float room_beneath = 1.7F;       // or beneath it
constexpr float room_of_frame = 6.3F;      // cm, of one that has no figure
constexpr float widest_line = 13.4F;       // cm, on it
constexpr float line_of_words = 0.42F;     // cm
constexpr float letters_a_line = 95;

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

/// The first formulas, as many as the room is high; at least one where it is one line at all.
std::vector<std::string> first_formulas(const StepTex& step, const FormulaLines& lines, float room,
                                        const Typesetter& typesetter) {
    std::vector<std::string> shown;
    for (const StepFormula& formula : step.formulas) {
        room -= displayed_height(formula.tex, lines, typesetter);
        if (room < 0)
            break;
        shown.push_back(displayed(formula.tex, lines, typesetter));
    }
    return shown;
}

/// The frame of the figure; `said`: how many formulas it has.
std::string frame_of_figure(const StepTex& step, const Typesetter& typesetter, std::size_t& said) {
    const FigurePlace& place = step.place;
    const FormulaLines lines{place.words_width - 0.2F, formula_size};
    if (step.is_figure_alone || place.words == FigurePlace::Words::elsewhere)
        return frame(step.title, "\\centering\n" + figure_of(step));
    const bool is_beside = place.words == FigurePlace::Words::beside;
    const auto formulas = first_formulas(step, lines, is_beside ? room_beside : room_beneath, typesetter);
    said = formulas.size();
    const std::string worked = worked_of(step, step.figures.size());
    constexpr std::string_view column = "\\begin{{column}}{{{:.1f}cm}}\n{}{}\\end{{column}}\n";
    if (is_beside)
        return frame(step.title,
                     "\\begin{columns}[c]\n" + fmt::format(fmt::runtime(column), place.width, "\\centering\n", figure_of(step)) +
                         fmt::format(fmt::runtime(column), place.words_width, "\\raggedright\\footnotesize\n",
                                     gathered(formulas) + worked) +
                         "\\end{columns}\n");
    return frame(step.title,
                 "\\centering\n" + figure_of(step) + "\n\\begin{columns}[c]\n" +
                     fmt::format(fmt::runtime(column), place.words_width, "\\footnotesize\n", gathered(formulas)) +
                     fmt::format(fmt::runtime(column), place.words_width, "\\raggedright\\footnotesize\n", worked) +
                     "\\end{columns}\n");
}

/// What stands on frames of words alone.
struct Piece {
    std::string tex;
    float height; ///< cm
    bool is_formula;
};

float height_of_words(const std::string& words) {
    return line_of_words * (1 + std::floor(static_cast<float>(words.size()) / letters_a_line));
}

/// As many to a frame as have room.
std::string frames_of_pieces(const std::string& title, const std::vector<Piece>& pieces) {
    std::string frames;
    for (auto piece = pieces.begin(); piece != pieces.end();) {
        std::string body = "\\footnotesize\\raggedright\n";
        std::vector<std::string> formulas;
        float room = room_of_frame;
        const auto first = piece;
        for (; piece != pieces.end() && (piece == first || piece->height <= room); ++piece) {
            room -= piece->height;
            if (piece->is_formula) {
                formulas.push_back(piece->tex);
                continue;
            }
            body += gathered(formulas) + piece->tex + "\n\n";
            formulas.clear();
        }
        frames += frame(title, body + gathered(formulas));
    }
    return frames;
}

} // namespace

std::string frames_of(const StepTex& step, const Typesetter& typesetter) {
    std::size_t said = 0;
    std::string frames = frame_of_figure(step, typesetter, said);
    if (step.is_figure_alone)
        return frames;
    std::vector<Piece> left;
    if (step.place.words == FigurePlace::Words::elsewhere) {
        const std::string worked = worked_of(step, 1);
        left.push_back({worked, height_of_words(worked) + 2 * line_of_words, false});
    }
    const FormulaLines lines{widest_line, formula_size};
    for (std::size_t i = 0; i < step.formulas.size(); ++i) {
        const StepFormula& formula = step.formulas[i];
        if (i < said && formula.numbers.empty())
            continue;
        const std::string display = formula_with_numbers(formula, lines, typesetter);
        const bool has_line_of_numbers = display.find("\\\\[3pt]\n{") != std::string::npos;
        left.push_back({display,
                        displayed_height(formula.tex, lines, typesetter) + between_formulas +
                            (has_line_of_numbers ? displayed_height(formula.numbers, lines, typesetter) : 0),
                        true});
    }
    for (const std::string& remark : step.remarks)
        left.push_back({remark, height_of_words(remark), false});
    return frames + frames_of_pieces(step.title, left);
}

} // namespace attn
