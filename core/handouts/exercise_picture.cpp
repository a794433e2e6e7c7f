#include "core/handouts/exercise_picture.h"

#include "core/figure/caption.h"
#include "core/figure/hatch.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/formula/equation.h"
#include "core/handouts/cell_formula_in_text.h"
#include "core/handouts/exercise_matrices.h"
#include "core/model/arrays.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace attn {

namespace {

constexpr float exercise_formula_size = 15;
constexpr float words_line_height = 18;
constexpr int longest_power = 9;
constexpr std::string_view as_a_rule = "As a rule:";

class ExercisePicture {
public:
    ExercisePicture(const DrawContext& drawing, const Exercise& exercise, const PencilCells& cells)
        : drawing_(drawing), exercise_(exercise), line_(drawing, exercise), cells_(cells) {}

    Result<PageBlock> make() {
        add_heading();
        const auto matrices = exercise_matrices(drawing_, line_, exercise_, cells_);
        if (matrices)
            put(*matrices);
        if (matrices && has_hatched_cells(list_))
            add_words_on_hatching();
        if (matrices && !cells_.answered) {
            add_formulas();
            if (is_worked_out_by_row(exercise_.slot.array))
                add_powers();
        }
        if (!matrices || y_ > paper::text_height)
            return error("{} does not fit on a sheet of paper; take other stages, shorter words, or a smaller layer",
                         array_name(exercise_.slot.array));
        return PageBlock{std::move(list_), y_};
    }

private:
    const Theme& theme() const { return drawing_.theme(); }

    void add_heading() {
        const std::size_t first = list_.items.size();
        const Prose title = figure_title(drawing_);
        add_line(list_, drawing_.typesetter, {0, 14}, title, theme().ink, bold());
        attach_claims(list_, first, {{title, Always{"it names what is shown, and states nothing of it"}}});
        const float words = width_of_words_before_formula();
        const Typeset formula =
            set_figure_formula(drawing_, this->formula(), exercise_formula_size, paper::text_width * 0.62F - words);
        const Point baseline{paper::text_width - formula.width, std::max(14.0F, formula.ascent)};
        list_.append(formula.list, baseline);
        add_words_before_formula(list_, {baseline.x - words, baseline.y});
        y_ = std::max(14.0F, formula.ascent) + std::max(4.0F, formula.descent);
        add_rule(list_, {0, y_ + 4}, {paper::text_width, y_ + 4}, theme().hairline);
        y_ += space::large;
    }

    /// The formula of the stage, shown even if numbers are pinned: a planted error is a pin, and a missing formula
    /// would give it away. The words as_a_rule say that pinned numbers need not follow the formula.
    std::string formula() const {
        const ArrayId array = exercise_.slot.array;
        const std::string whole = equation_of(drawing_.session, array);
        std::string tex = whole == cell_formula_of(drawing_.session, array) ? cell_formula_in_text(drawing_, array)
                                                                            : whole; // as its lines name it
        if (const auto left = laid_out(tex, drawing_.notation).children; !left.empty() && left.front().is_letters("("))
            tex = symbol_of(drawing_, array); // notes without a letter for the array call it by its product
        return tex;
    }

    /// The width of "As a rule:"; 0 if nothing is pinned. Pins of the whole layer count, so that the words do not tell
    /// where an error was planted.
    float width_of_words_before_formula() const {
        return drawing_.layer().pins.empty() ? 0 : drawing_.typesetter.measure(as_a_rule, small()).width + space::small;
    }
    void add_words_before_formula(DisplayList& list, Point at) const {
        if (drawing_.layer().pins.empty())
            return;
        add_text(list, drawing_.typesetter, at, std::string(as_a_rule), theme().dim, small());
        attach_claims(list, {{std::string(as_a_rule), Always{"it says how the formula behind it is meant"}}});
    }

    /// Adds a list beneath everything so far, from the left edge on.
    void put(const DisplayList& list) {
        const Box covered = bounds(list, drawing_.typesetter);
        list_.append(list, {-covered.x, y_ - covered.y});
        y_ += covered.height;
    }

    void add_words_on_hatching() {
        y_ += space::huge;
        y_ += add_paragraph(list_, drawing_.typesetter, {0, y_}, paper::text_width,
                            Claims{{line_.words_on_hatching(), Always{"it defines what hatching marks"}}}, theme().dim,
                            {}, words_line_height) -
              words_line_height;
    }

    /// Adds the formulas for the numbers of each matrix in the line, side by side as far as there is room.
    void add_formulas() {
        DisplayList formulas;
        Point at{width_of_words_before_formula(), 0};
        float deepest = 0;
        for (const std::string& tex : line_.formulas()) {
            const Typeset formula = set_general_formula(drawing_, tex, exercise_formula_size, theme().ink);
            if (at.x > 0 && at.x + formula.width > paper::text_width) {
                at = {0, at.y + deepest + space::medium + formula.ascent};
                deepest = 0;
            }
            formulas.append(formula.list, at);
            at.x += formula.width + space::huge;
            deepest = std::max(deepest, formula.descent);
        }
        if (formulas.items.empty())
            return;
        add_words_before_formula(formulas, {});
        y_ += space::medium;
        put(formulas);
    }

    /// The largest n among the exponentials e⁻ⁿ of the exercise; nullopt if some n is not whole or above longest_power.
    std::optional<int> longest_whole_power() const {
        const CellId first = exercise_.cells.front();
        const Matrix masked = drawing_.trace.matrix({first.layer, read_by_softmax, first.item, first.head});
        int longest = 0;
        for (Index i = exercise_.part.rows.first; i < exercise_.part.rows.last; ++i) {
            const float largest = drawing_.trace.value({first.layer, ArrayId::row_max, first.item, first.head, i, 0});
            for (const float score : masked.row(i)) {
                const float power = largest - score;
                if (score == -std::numeric_limits<float>::infinity())
                    continue;
                if (!(power <= longest_power) || std::abs(power - std::nearbyint(power)) > 1e-4F)
                    return std::nullopt;
                longest = std::max(longest, rounded_to<int>(power));
            }
        }
        return longest;
    }

    /// Adds the values of e⁰, e⁻¹, e⁻², … up to the smallest one that occurs, at least to e⁻⁴. Adds nothing unless all
    /// exponents are whole.
    void add_powers() {
        constexpr int least = 4;
        const auto longest = drawing_.trace.has(read_by_softmax) ? longest_whole_power() : std::nullopt;
        if (!longest)
            return;
        std::string text = "e⁰ = 1";
        for (int power = 1; power <= std::max(*longest, least); ++power) {
            constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
            text +=
                fmt::format("     e⁻{} ≈ {}", digits.at(static_cast<std::size_t>(power)),
                            fixed_number(std::exp(-static_cast<float>(power)), drawing_.view_state.fine_decimals()));
        }
        y_ += space::huge;
        add_text(list_, drawing_.typesetter, {0, y_}, text, theme().ink);
        y_ += space::small;
    }

    const DrawContext& drawing_;
    const Exercise& exercise_;
    ExerciseLine line_;
    PencilCells cells_;
    DisplayList list_;
    float y_ = 0;
};

} // namespace

Result<PageBlock> exercise_picture(const DrawContext& drawing, const Exercise& exercise, const PencilCells& cells) {
    return ExercisePicture(drawing, exercise, cells).make();
}

} // namespace attn
