#include "core/handouts/step_formulas.h"

#include "core/document/options/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/words/formula_that_holds.h"
#include "core/figure/words/note_numbers.h"
#include "core/formula/equation.h"
#include "core/formula/parse.h"
#include "core/formula/print.h"
#include "core/handouts/cell_formula_in_text.h"
#include "core/handouts/worked_cell.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <optional>

namespace attn {

namespace {

/// The sides of an equation in TeX; a formula that cannot be read has none.
std::vector<FormulaNode> sides_in(std::string_view tex) {
    const Result<Formula> formula = parse_formula(tex);
    return formula ? sides_of(formula->root) : std::vector<FormulaNode>{};
}

/// One fraction is enough for one share: how its cell is worked out says it.
void leave_fraction_to_worked_cell(NoteLine& line, ArrayId array) {
    const Result<Formula> numbers = parse_formula(line.numbers);
    const auto is_fraction = [](const FormulaNode& node) { return node.kind == FormulaNode::Kind::fraction; };
    if (is_stage(array) && row_of(array).meaning == Meaning::share && numbers && has_part(numbers->root, is_fraction))
        line.numbers.clear();
}

/// True if its numbers are worked out from others, and not looked up.
bool is_computed(const DrawContext& drawing, ArrayId array) {
    return !drawing.trace.made_from(array).empty();
}

/// True if the matrix in sight was given as a whole: no formula says where its numbers come from.
bool is_given_whole(const DrawContext& drawing) {
    const CellId cell = selected_cell(drawing);
    return drawing.layer().given.contains({cell.array, cell.item, cell.head});
}

/// Whether both equations say what the same thing is.
bool are_of_one_thing(const std::string& tex, const std::string& other) {
    const std::vector<FormulaNode> sides = sides_in(tex);
    const std::vector<FormulaNode> others = sides_in(other);
    return sides.size() > 1 && others.size() > 1 && look_alike(sides.front(), others.front());
}

/// "E holds the embeddings, P the positions.": of a sum cell by cell; empty of anything else.
std::string what_is_added(const DrawContext& drawing, ArrayId array) {
    if (!is_stage(array) || drawing.trace.recipe(array).operation != OperationId::add)
        return {};
    std::vector<std::string> summands;
    for (const Operand& operand : drawing.trace.made_from(array)) {
        std::string title = array_title(drawing.session, operand.array);
        title.erase(std::min(title.find(':'), title.size()));
        title.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(title.front())));
        const std::string letters = in_letters(symbol_of(operand.array), notation_of(drawing.session));
        if (letters.find('\\') != std::string::npos) // which words cannot write; its own step has said what it is
            return {};
        summands.push_back(fmt::format("{} {}the {}", letters, summands.empty() ? "holds " : "", title));
    }
    return summands.empty() ? std::string() : fmt::format("{}.", fmt::join(summands, ", "));
}

/// The formula by which a cell is worked out: the cell's own, or else what the array is.
void mark_applied(std::vector<StepFormula>& formulas, const std::string& of_cell, const std::string& of_whole) {
    auto found = std::ranges::find(formulas, of_cell, &StepFormula::tex);
    if (found == formulas.end())
        found = std::ranges::find_if(
            formulas, [&](const StepFormula& formula) { return are_of_one_thing(formula.tex, of_cell); });
    if (found == formulas.end())
        found = std::ranges::find(formulas, of_whole, &StepFormula::tex);
    if (found != formulas.end())
        found->is_applied = true;
}

/// "a bias is added" with the letter of it.
std::string with_letter_of_bias(const DrawContext& drawing, ArrayId array, std::string words) {
    if (words == "a bias is added")
        for (const Operand& operand : drawing.trace.made_from(array))
            if (is_parameter(operand.array) && row_of(operand.array).rows == Axis::one)
                words += ", " + shown_name(drawing.session, operand.array);
    return words;
}

/// The numbers of a mask, where they have room in a line.
std::string numbers_of_mask(const DrawContext& drawing) {
    constexpr Index most = 8;
    const CellId first = canonical(drawing, {ArrayId::mask, drawing.view_state.item, drawing.view_state.head, 0, 0});
    const Matrix mask = drawing.trace.matrix({first.array, first.item, first.head});
    const bool is_turned = drawing.session.tokens_as_columns;
    if (mask.rows() > most || mask.columns() > most)
        return {};
    std::string rows;
    const Index down = is_turned ? mask.columns() : mask.rows();
    const Index across = is_turned ? mask.rows() : mask.columns();
    for (Index i = 0; i < down; ++i) {
        rows += i == 0 ? "" : R"( \\ )";
        for (Index j = 0; j < across; ++j)
            rows += (j == 0 ? "" : " & ") +
                    by_hand_tex(is_turned ? mask(j, i) : mask(i, j), drawing.view_state.fine_decimals());
    }
    return R"(\left(\begin{matrix})" + rows + R"(\end{matrix}\right))";
}

/// A mask that was given shows its numbers; what is in any other array its picture shows.
StepFormulas formulas_of_given(const DrawContext& drawing) {
    const ArrayId array = drawing.view_state.array();
    const bool is_mask = is_stage(array) && row_of(array).meaning == Meaning::mask;
    const std::string numbers = is_mask ? numbers_of_mask(drawing) : std::string();
    if (numbers.empty())
        return {};
    return {{{in_notation(symbol_of(array), drawing.notation) + " = " + numbers, {}, {}}}, {}};
}

/// Beside the formula that says what the mask is.
void add_numbers_of_mask(std::vector<NoteLine>& lines, const DrawContext& drawing, const std::string& of_array) {
    for (NoteLine& line : lines)
        if (line.numbers.empty() && line.tex == of_array)
            line.numbers = numbers_of_mask(drawing);
}

/// Each formula once, and apart from them what has a remark.
StepFormulas gathered(std::vector<NoteLine> lines) {
    StepFormulas made;
    for (NoteLine& line : lines) {
        const bool is_new = std::ranges::find(made.formulas, line.tex, &StepFormula::tex) == made.formulas.end();
        if (!line.tex.empty() && line.unlike.empty() && is_new)
            made.formulas.push_back({line.tex, std::move(line.numbers), std::move(line.whose)});
        if (!line.unlike.empty() || !line.says.empty())
            made.remarked.push_back(std::move(line));
    }
    return made;
}

} // namespace

Display formula_with_numbers(const StepFormula& formula, const FormulaLines& lines, const Typesetter& typesetter) {
    Display display{displayed(formula.tex, lines, typesetter), displayed_height(formula.tex, lines, typesetter)};
    if (formula.numbers.empty())
        return display;
    constexpr float between = 1.5F; // cm
    const std::string here =
        formula.whose.empty() ? R"(\text{here } )" : R"(\text{here }\; )" + formula.whose + R"(:\;\; )";
    const auto width = [&](std::string_view tex) { return size_in_tex(tex, lines.font_size, typesetter).x; };
    const bool is_beside = width(formula.tex) + width(here + formula.numbers) + between <= lines.width;
    const bool is_one_line = is_beside || width(here + formula.numbers) + between / 2 <= lines.width;
    const auto dim = [](const std::string& tex) { return fmt::format(R"({{\color{{black!60}}{}}})", tex); };
    const std::string numbers = displayed(formula.numbers, lines, typesetter);
    display.tex += is_beside ? std::string_view(R"(\qquad )") : next_display_line;
    display.tex += is_one_line ? dim(tex_formula(here).tex + numbers)
                               : dim(tex_formula(here).tex) + std::string(next_display_line) + dim(numbers);
    if (!is_beside)
        display.height += displayed_height(formula.numbers, lines, typesetter);
    if (!is_one_line)
        display.height += displayed_height(here, lines, typesetter);
    return display;
}

/// What the notes write beside an array, before it what they write beside weights and stages that it is made from and
/// that no step is about; of such scores, how they come about and are scaled. Returns how many lines are of those.
std::size_t FormulasOfSteps::add_notes_beside(std::vector<NoteLine>& lines, const DrawContext& drawing, ArrayId array) {
    for (const Operand& operand : drawing.trace.made_from(array))
        if (!walked_.contains(operand.array))
            add_notes_beside(lines, drawing, operand.array);
    const std::size_t of_operands = lines.size();
    const bool is_scaling = is_stage(array) && drawing.trace.recipe(array).operation == OperationId::scale;
    const bool is_product_of_tokens =
        is_stage(array) && row_of(array).columns == Axis::key_tokens &&
        operation(drawing.trace.recipe(array).operation).picture == NaturalPicture::product;
    if ((is_scaling || is_product_of_tokens) && !walked_.contains(array)) {
        CellId cell = selected_cell(drawing);
        cell.array = array;
        std::string formula = in_notation(cell_formula_that_holds(drawing, array), notation_of(drawing.session));
        if (!formula.empty() && said_.insert(formula).second)
            lines.push_back({.tex = std::move(formula), .numbers = worked_cell_tex(drawing, cell, most_summands_)});
    }
    if (drawing.sizes().H == 1 && row_of(array).columns == Axis::concat_width)
        return of_operands; // nothing is joined
    for (NoteLine& line : note_lines(drawing, array, places_)) {
        const bool holds = line.unlike.empty();
        if (!holds && line.unlike == broken_premise(drawing, Premise::several_heads))
            continue; // there is nothing to say of one head
        const bool is_new = !holds || said_.insert(line.tex).second;
        if (is_new || walked_.contains(array)) {
            leave_fraction_to_worked_cell(line, array);
            lines.push_back(std::move(line));
        }
    }
    return of_operands;
}

std::vector<StepFormula> FormulasOfSteps::of_several_heads(const DrawContext& drawing) {
    std::vector<NoteLine> lines;
    for (NoteLine& line : note_lines(drawing, drawing.view_state.array(), places_))
        if (line.unlike.empty() && said_.insert(line.tex).second)
            lines.push_back(std::move(line));
    return gathered(std::move(lines)).formulas;
}

namespace {

/// The formula that says what an array is, and whether it is one of the notes'.
struct WholeFormula {
    std::string tex;
    bool is_of_notes = false;
};

/// Where notes leave out what an array is, or how it is made, the array's own formula has it.
WholeFormula joined_with_notes(std::vector<NoteLine>& lines, const std::string& of_array,
                               const std::vector<FormulaNode>& sides) {
    WholeFormula whole{of_array};
    for (NoteLine& line : lines) {
        if (!line.unlike.empty())
            continue;
        const std::vector<FormulaNode> of_note = sides_in(line.tex);
        const bool is_alike = std::ranges::any_of(of_note, [&](const FormulaNode& side) {
            return std::ranges::any_of(sides, [&](const FormulaNode& other) { return look_alike(side, other); });
        });
        if (is_alike && of_note.size() == 1)
            line.tex =
                look_alike(of_note.front(), sides.front()) ? of_array : tex_of(sides.front()).tex + " = " + line.tex;
        if (is_alike && !whole.is_of_notes)
            whole = {line.tex, true};
    }
    return whole;
}

} // namespace

StepFormulas FormulasOfSteps::beside(const DrawContext& drawing, bool goes_on) {
    if (is_given_whole(drawing))
        return formulas_of_given(drawing);
    const ArrayId array = drawing.view_state.array();
    const Notation notation = notation_of(drawing.session);
    std::vector<NoteLine> lines;
    const std::size_t of_operands = goes_on ? 0 : add_notes_beside(lines, drawing, array);
    const bool has_notes = !lines.empty();
    const auto written = [&](const std::string& formula) {
        if (sides_of(laid_out(formula, notation)).size() < 2) // a symbol alone says nothing
            return std::string();
        const auto head = names_head(drawing) && !has_notes ? std::optional(drawing.view_state.head) : std::nullopt;
        return tex_of(exponentials_as_in_notes(drawing, tree_in_notation(formula, notation, head))).tex;
    };
    const std::string whole = figure_formula(drawing);
    const std::string of_cell = written(formula_that_holds(drawing, array, cell_formula_in_text(drawing, array)));
    const std::string of_array = whole == cell_formula_of(drawing.session, array) ? of_cell : written(whole);
    const std::vector<FormulaNode> sides = sides_of(tree_in_notation(whole, notation));
    const auto [of_whole, is_said] = joined_with_notes(lines, of_array, sides);
    const OperationId made_by = is_stage(array) ? drawing.trace.recipe(array).operation : OperationId::embed;
    if (!is_said || made_by == OperationId::add) // notes begin with what they are given, and its picture is the sum
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(of_operands),
                     {.tex = of_array, .says = what_is_added(drawing, array)});
    if (is_stage(array) && row_of(array).meaning == Meaning::share)
        for (const ArrayId of_row : {ArrayId::row_max, ArrayId::row_sum}) // by which a share is worked out
            if (!goes_on && !walked_.contains(of_row) && has_array(drawing, of_row))
                lines.push_back(
                    {.tex = tex_of(exponentials_as_in_notes(
                                       drawing, tree_in_notation(cell_formula_that_holds(drawing, of_row), notation)))
                                .tex});
    const bool is_product = operation(made_by).picture == NaturalPicture::product;
    const bool is_cell_said = std::ranges::any_of(lines, [&](const NoteLine& line) {
        return line.unlike.empty() && are_of_one_thing(line.tex, of_cell) && made_by != OperationId::quotient;
    });
    if (!has_notes || is_product || !is_cell_said)
        lines.push_back({.tex = of_cell});
    std::vector<std::string> more = besides(drawing, array);
    for (std::string& words : more)
        words = with_letter_of_bias(drawing, array, std::move(words));
    if (!goes_on && shows_notes(drawing))
        if (std::string words = fmt::format("Beyond a plain layer: {}.", fmt::join(more, "; "));
            !more.empty() && said_.insert(words).second)
            lines.push_back({.tex = {}, .says = std::move(words)});
    if (array == ArrayId::mask)
        add_numbers_of_mask(lines, drawing, of_array);
    StepFormulas made = gathered(std::move(lines));
    if (is_computed(drawing, array))
        mark_applied(made.formulas, of_cell, of_whole);
    return made;
}

} // namespace attn
