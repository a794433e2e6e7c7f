#include "core/handouts/slide_frames.h"

#include "core/formula/equation.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float formula_size = 9;     // points: \footnotesize
constexpr float room_of_words = 6.5F; // cm, the height of a frame beneath its title
constexpr float width_of_frame = 13.6F;
constexpr float line_of_words = 0.35F;
constexpr float small_skip = 0.15F;
constexpr float around_display = 0.7F;
constexpr float letters_a_centimetre = 6.8F;

std::string frame(const std::string& title, const std::string& body) {
    return fmt::format("\n\\begin{{frame}}{{{}}}\n{}\\end{{frame}}\n", title, body);
}

/// The TeX of a step's figure as it is built up, with the whole figure last; in a handout the whole one alone.
std::string figure_of(const StepTex& step) {
    const std::size_t last = step.figures.size();
    if (last == 1)
        return step.figures.front() + "\n";
    std::string figure;
    for (std::size_t i = 1; i <= last; ++i)
        figure += fmt::format("\\only<{}|handout:{}>{{{}}}%\n", i, i == last ? 1 : 0, step.figures[i - 1]);
    return figure;
}

/// The TeX of one worked cell and the meaning of its number, uncovered as the figure is built up in `last` slides.
std::string worked_of(const StepTex& step, std::size_t last) {
    const auto from = [&](std::size_t slide, const std::string& words) {
        return last == 1 ? words + "\n" : fmt::format("\\uncover<{}-|handout:1>{{{}}}\n", slide, words);
    };
    if (step.worked.empty())
        return {};
    std::string words = from(std::min<std::size_t>(2, last),
                             fmt::format("\\textbf{{{}}}{}\n\n${}$", step.cell,
                                         step.whose.empty() ? "" : fmt::format(" ({})", step.whose), step.worked));
    if (!step.meaning.empty())
        words += "\n\\smallskip\n" + from(last, step.meaning);
    return words;
}

/// The height of a paragraph in lines of a width, both in centimetres.
float height_of_words(std::string_view words, float width) {
    return line_of_words * std::ceil(static_cast<float>(letters_in_tex(words)) / (letters_a_centimetre * width));
}

/// A formula with its remarks, which stay together beside a picture.
struct Said {
    std::string formula; ///< empty for a remark on no formula
    std::string remarks;
    float height = 0; ///< centimetres
};

/// The words beside a picture on one frame.
struct FrameWords {
    std::string tex;
    bool has_cell; ///< they contain the worked cell
};

/// The words beside a step's picture, in their order, with the worked cell.
class WordsOfStep {
public:
    WordsOfStep(const StepTex& step, std::string worked, float width, const Typesetter& typesetter)
        : worked_(std::move(worked)) {
        for (std::size_t at = 0, end = 0; end != std::string::npos; at = end + 1) {
            end = worked_.find('\n', at);
            height_of_worked_ += height_of_words(std::string_view(worked_).substr(at, end - at), width);
        }
        for (const StepFormula& formula : step.formulas) {
            if (width_of_widest_side(formula.tex, typesetter) <= most_shrunk * width) {
                if (formula.is_applied)
                    cell_at_ = said_.size();
                Display display = formula_with_numbers(formula, {width - 0.2F, formula_size}, typesetter);
                said_.push_back({std::move(display.tex), {}, display.height});
                for (const std::string& remark : formula.remarks)
                    add_remark(remark, width, said_.back().remarks, said_.back().height);
                continue;
            }
            defines_in_wide_ = defines_in_wide_ || formula.is_applied;
            Display display = formula_with_numbers(formula, {width_of_frame, formula_size}, typesetter);
            height_of_wide_ += display.height;
            wide_.push_back(std::move(display.tex));
            for (const std::string& remark : formula.remarks)
                add_remark(remark, width_of_frame, wide_remarks_, height_of_wide_);
        }
        for (const std::string& remark : step.remarks) {
            said_.emplace_back();
            add_remark(remark, width, said_.back().remarks, said_.back().height);
        }
        const bool has_no_room =
            cell_at_ + 1 < said_.size() && said_[cell_at_].height + height_of_worked_ > room_of_words;
        cell_at_ += has_no_room ? 1 : 0; // on the next frame, behind the formula
    }

    /// The words in as few frames as possible, filled as evenly as possible. The worked cell stands beside its formula.
    std::vector<FrameWords> in_frames() const {
        constexpr float step = 0.2F;
        float room = room_of_words;
        const std::size_t fewest = cut(room).size();
        while (fewest > 1 && room > step && cut(room - step).size() == fewest)
            room -= step;
        std::vector<FrameWords> frames;
        std::size_t first = 0;
        for (const std::span<const Said> frame : cut(room)) {
            const bool has_cell = cell_at_ >= first && (cell_at_ < first + frame.size() || frame.empty());
            frames.push_back({together(frame, has_cell ? worked_ : std::string()), has_cell});
            first += frame.size();
        }
        return frames;
    }

    /// The formulas that are too wide for a place beside a picture.
    std::string wide() const { return gathered(wide_) + wide_remarks_; }
    float height_of_wide() const { return height_of_wide_; }
    /// True if the formula by which the cell is worked out is too wide.
    bool defines_in_wide() const { return defines_in_wide_; }

private:
    static constexpr float most_shrunk = 1.2F; ///< a formula that much wider shrinks to 6.6 points, the size in figures

    static float width_of_widest_side(std::string_view tex, const Typesetter& typesetter) {
        float widest = 0;
        for (const std::string& side : pieces_of(tex))
            widest = std::max(widest, size_in_tex(side, formula_size, typesetter).x);
        return widest;
    }

    static void add_remark(const std::string& remark, float width, std::string& remarks, float& height) {
        remarks += "\n\\smallskip\n" + remark + "\n";
        height += height_of_words(remark, width) + small_skip;
    }

    std::vector<std::span<const Said>> cut(float room) const {
        std::vector<std::span<const Said>> frames;
        std::size_t first = 0;
        float used = 0;
        for (std::size_t i = 0; i < said_.size(); ++i) {
            const float height = said_[i].height + (i == cell_at_ ? height_of_worked_ + small_skip : 0);
            if (used + height > room && i > first) {
                frames.push_back(std::span(said_).subspan(first, i - first));
                first = i;
                used = 0;
            }
            used += height;
        }
        frames.push_back(std::span(said_).subspan(first));
        return frames;
    }

    static std::string together(std::span<const Said> said, const std::string& worked) {
        std::vector<std::string> formulas;
        std::string remarks;
        for (const Said& one : said) {
            if (!one.formula.empty())
                formulas.push_back(one.formula);
            remarks += one.remarks;
        }
        return gathered(formulas) + worked + remarks;
    }

    std::vector<Said> said_;
    std::vector<std::string> wide_;
    std::string wide_remarks_;
    float height_of_wide_ = 0;
    std::string worked_;
    float height_of_worked_ = 0;
    std::size_t cell_at_ = 0; ///< index in `said_` of the formula with the worked cell
    bool defines_in_wide_ = false;
};

/// The figure of the frame before, shrunk to the room that the words above it leave.
std::string no_higher(const std::string& figure, float height, float room) {
    return height <= room ? figure : fmt::format("\\resizebox{{!}}{{{:.1f}cm}}{{{}}}\n", room, figure);
}

std::string beside_each_other(const FigurePlace& place, const std::string& figure, const std::string& words) {
    return fmt::format("\\begin{{columns}}[c]\n\\begin{{column}}{{{:.1f}cm}}\n\\centering\n{}\\end{{column}}\n"
                       "\\begin{{column}}{{{:.1f}cm}}\n\\raggedright\\footnotesize\n{}\\end{{column}}\n"
                       "\\end{{columns}}\n",
                       place.width, figure, place.words_beside, words);
}

} // namespace

std::string frames_of(const StepTex& step, const Typesetter& typesetter) {
    const std::string part = step.part.empty()
                                 ? std::string()
                                 : frame(step.part, fmt::format("\\footnotesize\n{}\n\\par\\medskip\\centering\n{}\n",
                                                                step.part_words, step.part_shapes));
    if (step.is_figure_alone)
        return part + frame(step.title, (step.meaning.empty() ? "" : step.meaning + "\n\\par\\bigskip") +
                                            "\\centering\n" + figure_of(step));
    const bool has_words_beside = step.place.words_beside > 0;
    const FigurePlace& place = has_words_beside ? step.place : step.result_place;
    const std::string whole = (has_words_beside ? step.figures.back() : step.result) + "\n";
    const std::string built_up = has_words_beside ? figure_of(step) : whole;
    const WordsOfStep words(step, worked_of(step, has_words_beside ? step.figures.size() : 1), place.words_beside,
                            typesetter);
    std::string frames = part + (has_words_beside ? "" : frame(step.title, "\\centering\n" + figure_of(step)));
    std::string wide = words.wide();
    if (!wide.empty())
        wide = frame(step.title, "\\footnotesize\n" + wide + "\\centering\n" +
                                     no_higher(whole, has_words_beside ? step.figure_height : step.result_height,
                                               room_of_words - words.height_of_wide() - around_display));
    if (words.defines_in_wide())
        frames += std::exchange(wide, {});
    std::string figure = has_words_beside ? step.figures.front() + "\n" : whole; // until it is built up
    for (const FrameWords& said : words.in_frames()) {
        frames += frame(step.title, beside_each_other(place, said.has_cell ? built_up : figure, said.tex));
        if (said.has_cell)
            figure = whole;
    }
    return frames + wide;
}

} // namespace attn
