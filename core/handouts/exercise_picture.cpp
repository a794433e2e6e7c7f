#include "core/handouts/exercise_picture.h"

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/hatch.h"
#include "core/figure/layout/label_reach.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/product.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/words/cell_words.h"
#include "core/formula/equation.h"
#include "core/handouts/cell_formula_in_text.h"
#include "core/handouts/exercise_line.h"
#include "core/handouts/worked_cell.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace attn {

namespace {

constexpr float usual_narrowest_cell = 28;
constexpr float flatness = 0.78F; ///< a cell's height divided by its width
constexpr float gap = 24;         ///< between the operands and the result
constexpr float name_room = 84;   ///< right of a product, or beside the last matrix of a line
constexpr float sign_room = 30;
constexpr float name_size = 15;
constexpr float exercise_picture_formula_size = 15;
constexpr float words_line_height = 18;
constexpr int longest_power = 9;
constexpr std::string_view as_a_rule = "As a rule:";

float cell_height(float width) {
    return std::round(width * flatness);
}

class ExercisePicture {
public:
    ExercisePicture(const DrawContext& drawing, const Exercise& exercise, const PencilCells& cells, float widest_cell)
        : drawing_(drawing), exercise_(exercise), line_(drawing, exercise), cells_(cells), widest_cell_(widest_cell),
          narrowest_cell_(std::min(widest_cell, usual_narrowest_cell)) {}

    Result<PageBlock> make() {
        add_heading();
        const ArrayId stage = exercise_.slot.array;
        const bool is_product = shows_product(drawing_, stage) && !line_.is_sum_over_heads();
        const bool drawn = is_product ? add_product() : add_line();
        if (drawn && has_hatched_cells(list_))
            add_words_on_hatching();
        if (drawn && !cells_.answered)
            add_formulas();
        if (drawn && !cells_.answered && is_worked_out_by_row(stage))
            add_powers();
        if (!drawn || list_.lacks_numbers || y_ > paper::text_height)
            return error("{} does not fit on a sheet of paper; take other stages, shorter words, or a smaller layer",
                         array_name(stage));
        return PageBlock{std::move(list_), y_};
    }

private:
    const Theme& theme() const { return drawing_.theme(); }

    void add_heading() {
        const std::size_t first = list_.items.size();
        attn::add_line(list_, drawing_.typesetter, {0, 14}, figure_title(drawing_), theme().ink, bold());
        attach_claims(list_, first,
                      {{figure_title(drawing_), Always{"it names what is shown, and states nothing of it"}}});
        // An equation holds for all cells of a sheet. A planted error is a pin, and to omit the formula would give it
        // away: as_a_rule says that pins need not follow it.
        const ArrayId array = drawing_.view_state.array();
        const std::string whole = equation_of(drawing_.session, array);
        std::string tex = whole == cell_formula_of(drawing_.session, array) ? cell_formula_in_text(drawing_, array)
                                                                            : whole; // as its lines name it
        if (const auto left = laid_out(tex, drawing_.notation).children; !left.empty() && left.front().is_letters("("))
            tex = symbol_of(drawing_, array); // notes without a letter for the array call it by its product
        const auto set = [&](float size) {
            return names_head(drawing_) ? set_formula(drawing_, tex, size, theme().ink)
                                        : set_general_formula(drawing_, tex, size, theme().ink);
        };
        Typeset formula = set(exercise_picture_formula_size);
        const float words = width_of_words_before_formula();
        const float room = paper::text_width * 0.62F - words;
        if (formula.width > room)
            formula = set(exercise_picture_formula_size * room / formula.width);
        const Point baseline{paper::text_width - formula.width, std::max(14.0F, formula.ascent)};
        list_.append(formula.list, baseline);
        add_words_before_formula(list_, {baseline.x - words, baseline.y});
        y_ = std::max(14.0F, formula.ascent) + std::max(4.0F, formula.descent);
        add_rule(list_, {0, y_ + 4}, {paper::text_width, y_ + 4}, theme().hairline);
        y_ += space::large;
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

    /// The part of an array that the exercise shows: all of it, or the rows and columns that it shares with the stage.
    HeatmapOptions matrix(ArrayId array, Index head, bool transposed) const {
        return matrix(array, head, transposed, line_.part_beside(array));
    }
    HeatmapOptions matrix(ArrayId array, Index head, bool transposed, const Submatrix& part) const {
        return pencil_matrix(
            drawing_, canonical(drawing_, {drawing_.layer().number, array, drawing_.view_state.item, head, 0, 0}),
            transposed, part);
    }

    /// The rows of the left operand that the exercise asks, with all their columns.
    Submatrix part_of_left(ArrayId left) const {
        return {exercise_.part.rows, {0, array_shape(drawing_, left).columns}};
    }
    /// The columns of the right operand that the exercise asks, with all `inner` numbers of each.
    Submatrix part_of_right(const ProductOperands& operands, Index inner) const {
        const IndexRange all{0, inner};
        return operands.right_transposed ? Submatrix{exercise_.part.columns, all}
                                         : Submatrix{all, exercise_.part.columns};
    }

    IndexRange shown_down(ArrayId array, const Submatrix& part) const {
        return is_transposed(drawing_, array) ? part.columns : part.rows;
    }
    IndexRange shown_across(ArrayId array, const Submatrix& part) const {
        return is_transposed(drawing_, array) ? part.rows : part.columns;
    }

    void name(HeatmapOptions& options, ArrayId array, Index head, NamePlace place, bool all_heads = false,
              const std::string& called = {}) const {
        std::string symbol = all_heads ? symbol_of_all_heads(array) : symbol_of(drawing_, array);
        if (options.transposed != is_transposed(drawing_, array))
            symbol = transposed_symbol(symbol);
        options.name = set_formula(drawing_, called + symbol, name_size, theme().ink, head);
        options.name_place = place;
    }

    /// Adds the operands and the result as a product on paper; with tokens as columns transposed: (L R)ᵀ = Rᵀ Lᵀ.
    bool add_product() {
        const ArrayId stage = exercise_.slot.array;
        const Index head = drawing_.view_state.head;
        const ProductOperands operands = *product_operands(drawing_.trace.structure(), stage);
        const bool transposed = is_transposed(drawing_, stage);
        const ArrayId first = transposed ? operands.right : operands.left;
        const ArrayId second = transposed ? operands.left : operands.right;
        const Submatrix of_left = part_of_left(operands.left);
        const Submatrix of_right = part_of_right(operands, of_left.columns.count());
        const bool all_heads = stage == ArrayId::Y;
        HeatmapOptions left = matrix(first, head, transposed ? !operands.right_transposed : false,
                                     !transposed ? of_left
                                     : all_heads ? line_.part_beside(first)
                                                 : of_right);
        HeatmapOptions right = matrix(second, head, transposed ? true : operands.right_transposed,
                                      transposed  ? of_left
                                      : all_heads ? line_.part_beside(second)
                                                  : of_right);
        if (all_heads)
            stack_heads(transposed ? left : right, of_right);
        HeatmapOptions result = matrix(stage, head, transposed, exercise_.part);
        left.rows = labels_of(left_axis_of(drawing_, stage), shown_down(stage, exercise_.part));
        left.columns = column_axis_of(drawing_, operands.left);
        left.columns.title.clear();
        left.columns_above = true;
        right.rows = left.columns;
        result.columns = labels_of(lower_axis_of(drawing_, stage), shown_across(stage, exercise_.part));
        name(left, first, head, NamePlace::none, all_heads && transposed);
        name(right, second, head, NamePlace::right, all_heads && !transposed);
        name(result, stage, head, NamePlace::right);
        return place_product(left, right, result);
    }

    void stack_heads(HeatmapOptions& weights, const Submatrix& part) const {
        const Matrix all = stacked_W_O(drawing_.layer());
        weights.matrix = all.column_block(part.columns.first, part.columns.count());
        weights.shape = weights.matrix.columns() == all.columns();
        weights.first_cell.reset();
        weights.shape_is = written_fact(Quantity::shape_of_all_heads, {drawing_.layer().number, ArrayId::W_O}, {});
    }

    bool place_product(HeatmapOptions& left, HeatmapOptions& right, HeatmapOptions& result) {
        const Index inner = shown_shape(left).columns;
        const Index columns = shown_shape(result).columns;
        const float labels =
            label_width(drawing_, left.rows) + space::large + (left.rows.title.empty() ? 0 : space::huge);
        const float room = paper::text_width - labels - gap - name_room;
        const float width = std::min(widest_cell_, std::floor(room / static_cast<float>(inner + columns)));
        if (width < narrowest_cell_)
            return place_below(left, right, result);
        for (HeatmapOptions* options : {&left, &right, &result}) {
            options->cell_width = width;
            options->cell_height = cell_height(width);
        }
        // The title is longer than the rows are high, and would run into the names.
        if (drawing_.typesetter.measure(left.rows.title, small()).width >
            static_cast<float>(shown_shape(left).rows) * left.cell_height)
            left.rows.title.clear();
        // The labels of the left matrix's columns, which may be slanted, stand below those of the right matrix.
        const float between = std::max(gap, label_reach(drawing_, left.columns, width) + space::small);
        const Point corner{labels + static_cast<float>(inner) * width + gap,
                           static_cast<float>(inner) * cell_height(width) + between};
        DisplayList product;
        add_matrix(product, left, {labels, corner.y});
        add_left_name(product, left, {labels, corner.y + static_cast<float>(shown_shape(left).rows) * left.cell_height},
                      corner.x - gap / 2);
        add_matrix(product, right, {corner.x, 0});
        add_matrix(product, result, corner);
        if (product.lacks_numbers)
            return place_below(left, right, result);
        put(product);
        return true;
    }

    /// Places the operands and the result below each other, in cells of one size. Returns false if they do not fit.
    bool place_below(HeatmapOptions& left, HeatmapOptions& right, HeatmapOptions& result) {
        result.rows = left.rows;
        const std::array<HeatmapOptions*, 3> all{&left, &right, &result};
        float labels = 0;
        Index columns = 0;
        for (const HeatmapOptions* options : all) {
            labels = std::max(labels,
                              label_width(drawing_, options->rows) + (options->rows.title.empty() ? 0 : space::huge));
            columns = std::max(columns, shown_shape(*options).columns);
        }
        labels += space::large;
        const float room = paper::text_width - labels - name_room;
        const float width = std::min(widest_cell_, std::floor(room / static_cast<float>(columns)));
        if (width < narrowest_cell_)
            return false;
        for (HeatmapOptions* options : all) {
            options->cell_width = width;
            options->cell_height = cell_height(width);
            options->name_place = NamePlace::right;
            DisplayList matrix;
            add_matrix(matrix, *options, {labels, 0});
            put(matrix);
            y_ += space::medium;
        }
        return true;
    }

    /// Adds the name beneath the left matrix, moved left if it would run under the labels of the result.
    void add_left_name(DisplayList& list, const HeatmapOptions& left, Point corner, float right) const {
        const std::string shape = left.shape ? shape_text(left) : "";
        const float width = left.name.width + space::medium + drawing_.typesetter.measure(shape, small()).width;
        const Point baseline{std::min(corner.x, right - width), corner.y + space::small + left.name.ascent};
        list.append(left.name.list, baseline);
        if (shape.empty())
            return;
        add_text(list, drawing_.typesetter, baseline + Point{left.name.width + space::medium, 0}, shape, theme().dim,
                 small());
        list.items.back().says = what_shape_says(left);
    }

    void add_matrix(DisplayList& list, const HeatmapOptions& options, Point at) const {
        list.append(lay_out_for_pencil(options, cells_, drawing_.typesetter).list, at);
    }

    /// Adds a list beneath everything so far, at its own left edge.
    void put(const DisplayList& list) {
        const Box covered = bounds(list, drawing_.typesetter);
        list_.append(list, {std::max(0.0F, -covered.x), y_ - covered.y});
        y_ += covered.height;
    }

    /// The room for a sign between two matrices.
    float sign_width(const std::string& sign) const {
        return sign.empty() ? 0 : std::max(sign_room, drawing_.typesetter.measure(sign, {}).width + space::large);
    }

    bool add_line() {
        const std::vector<LinePart> line = line_.parts();
        float cells = 0;
        float fixed = 0;
        for (const LinePart& part : line) {
            cells += columns_of(part);
            fixed += sign_width(part.sign);
        }
        const float labels = label_width(drawing_, left_axis_of(drawing_, line.front().array)) + 2 * space::huge;
        const float width = std::min(widest_cell_, std::floor((paper::text_width - labels - fixed) / cells));
        const auto width_of = [&](const LinePart& part) { return sign_width(part.sign) + part_width(part, width); };
        float whole = labels;
        for (const LinePart& part : line)
            whole += width_of(part);
        if (width >= narrowest_cell_ && whole <= paper::text_width) {
            if (const DisplayList one = lined(line, labels, width); !one.lacks_numbers) {
                put(one);
                return true;
            }
        }
        return add_wrapped(line, labels); // in several lines, with wider cells
    }

    float columns_of(const LinePart& part) const {
        return static_cast<float>(shown_across(part.array, line_.part_beside(part.array)).count());
    }

    /// The width of a matrix in the line, or of its name above it if that is wider.
    float part_width(const LinePart& part, float cell) const {
        const float name =
            set_formula(drawing_, part.called + symbol_of(drawing_, part.array), name_size, theme().ink, part.head)
                .width;
        return std::max(columns_of(part) * cell, name + space::tiny);
    }

    /// Adds the line in several rows, each as long as there is room.
    bool add_wrapped(const std::vector<LinePart>& line, float labels) {
        float widest = 0;
        for (const LinePart& part : line)
            widest = std::max(widest, columns_of(part));
        const float room = paper::text_width - labels - 2 * sign_room;
        const float width = std::min(widest_cell_, std::floor(room / (widest + 1)));
        if (width < narrowest_cell_)
            return false;
        std::vector<LinePart> here;
        float used = 0;
        for (LinePart part : line) {
            const float wanted = sign_width(part.sign) + part_width(part, width);
            if (!here.empty() && used + wanted > paper::text_width - labels) {
                // The labels of its rows stand before it.
                const bool has_room = used + sign_width(part.sign) <= paper::text_width - labels;
                put(lined(here, labels, width, has_room ? part.sign : std::string()));
                y_ += space::medium;
                here.clear();
                used = 0;
                part.sign.clear();
            }
            here.push_back(std::move(part));
            used += wanted;
        }
        put(lined(here, labels, width));
        return true;
    }

    /// The matrices of one row of the line. `behind` is the sign at its end if the line goes on below.
    DisplayList lined(const std::vector<LinePart>& line, float labels, float width,
                      const std::string& behind = {}) const {
        DisplayList list;
        float x = labels;
        bool is_first = true;
        const auto add_sign = [&](const std::string& sign, float centre, float height) {
            list.add(Text{.text = sign,
                          .position = {centre, height / 2},
                          .font = {},
                          .colour = theme().ink,
                          .horizontal = Horizontal::centre,
                          .vertical = Vertical::middle});
        };
        float height = 0;
        for (const LinePart& part : line) {
            HeatmapOptions options = matrix(part.array, part.head, is_transposed(drawing_, part.array));
            options.cell_width = width;
            options.cell_height = cell_height(width);
            const Submatrix shown = line_.part_beside(part.array);
            if (is_first)
                options.rows = labels_of(left_axis_of(drawing_, part.array), shown_down(part.array, shown));
            options.columns = labels_of(lower_axis_of(drawing_, part.array), shown_across(part.array, shown));
            options.columns.title.clear();
            name(options, part.array, part.head, NamePlace::above, false, part.called);
            options.shape = false;
            height = static_cast<float>(shown_shape(options).rows) * options.cell_height;
            x += sign_width(part.sign);
            if (!part.sign.empty())
                add_sign(part.sign, x - sign_width(part.sign) / 2, height);
            add_matrix(list, options, {x, 0});
            x += std::max(static_cast<float>(shown_shape(options).columns) * width, options.name.width + space::tiny);
            is_first = false;
        }
        if (!behind.empty())
            add_sign(behind, x + sign_width(behind) / 2, height);
        return list;
    }

    /// Adds the words that explain the hatching, and the result of a row in which every key is masked.
    void add_words_on_hatching() {
        const bool by_row = is_worked_out_by_row(exercise_.slot.array);
        const Notation notation = notation_of(drawing_.session);
        std::string words =
            by_row ? fmt::format("Hatched: masked. There {} = −∞, and nobody reads there", in_letters("<M>", notation))
                   : "Hatched: masked. Nobody reads there, and the score is −∞.";
        if (by_row)
            words += line_.has_finite_numbers(ArrayId::mask)
                         ? std::string(".")
                         : fmt::format("; elsewhere {} = 0.", in_letters("<M>", notation));
        if (by_row && line_.has_row_without_keys())
            words += fmt::format(" In a {} that is hatched whole {} = −∞, and {} and its shares are 0.",
                                 token_line(drawing_.session.tokens_as_columns), in_letters("<m>", notation),
                                 in_letters("<z>", notation));
        y_ += space::huge;
        y_ += add_paragraph(list_, drawing_.typesetter, {0, y_}, paper::text_width,
                            Claims{{std::move(words), Always{"it defines what hatching marks"}}}, theme().dim, {},
                            words_line_height) -
              words_line_height;
    }

    /// Adds the formulas for the numbers of each matrix in the line, side by side as far as there is room.
    void add_formulas() {
        DisplayList formulas;
        Point at{width_of_words_before_formula(), 0};
        float deepest = 0;
        for (const std::string& tex : line_.formulas()) {
            const Typeset formula = set_general_formula(drawing_, tex, exercise_picture_formula_size, theme().ink);
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

    /// Adds the exponentials that occur, if all of them are of whole numbers.
    void add_powers() {
        if (!drawing_.trace.has(read_by_softmax))
            return;
        const CellId first = exercise_.cells.front();
        const Matrix masked = drawing_.trace.matrix({first.layer, read_by_softmax, first.item, first.head});
        int longest = 0;
        for (Index i = exercise_.part.rows.first; i < exercise_.part.rows.last; ++i) {
            const float largest = drawing_.trace.value({first.layer, ArrayId::row_max, first.item, first.head, i, 0});
            for (const float score : masked.row(i)) {
                if (score == -std::numeric_limits<float>::infinity())
                    continue;
                const float power = largest - score;
                if (!(power <= longest_power) || std::abs(power - std::nearbyint(power)) > 1e-4F)
                    return;
                longest = std::max(longest, rounded_to<int>(power));
            }
        }
        constexpr int least = 4;
        std::string text = "e⁰ = 1";
        for (int power = 1; power <= std::max(longest, least); ++power) {
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
    float widest_cell_;
    float narrowest_cell_;
    DisplayList list_;
    float y_ = 0;
};

} // namespace

Result<PageBlock> exercise_picture(const DrawContext& drawing, const Exercise& exercise, const PencilCells& cells,
                                   float widest_cell) {
    return ExercisePicture(drawing, exercise, cells, widest_cell).make();
}

} // namespace attn
