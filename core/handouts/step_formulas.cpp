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

/// Removes the numbers of a note about a share if they contain a fraction: the worked cell has one already.
void leave_fraction_to_worked_cell(NoteLine& line, ArrayId array) {
    const Result<Formula> numbers = parse_formula(line.numbers);
    const auto is_fraction = [](const FormulaNode& node) { return node.kind == FormulaNode::Kind::fraction; };
    if (is_stage(array) && row_of(array).meaning == Meaning::share && numbers && has_part(numbers->root, is_fraction))
        line.numbers.clear();
}

/// True if the array's numbers are computed from others, and not looked up.
bool is_computed(const DrawContext& drawing, ArrayId array) {
    return !drawing.trace.made_from(array).empty();
}

/// True if the matrix in view was given as a whole, so that no formula says where its numbers come from.
bool is_given_whole(const DrawContext& drawing) {
    const CellId cell = selected_cell(drawing);
    return drawing.layer().given.contains({cell.layer, cell.array, cell.item, cell.head});
}

/// True if both equations have the same left side.
bool are_of_one_thing(const std::string& tex, const std::string& other) {
    const std::vector<FormulaNode> sides = sides_in(tex);
    const std::vector<FormulaNode> others = sides_in(other);
    return sides.size() > 1 && others.size() > 1 && look_alike(sides.front(), others.front());
}

/// The names of a sum's summands: "E holds the embeddings, P the positions."; empty for other operations.
Prose what_is_added(const DrawContext& drawing, ArrayId array) {
    if (!is_stage(array) || drawing.trace.recipe(array).operation != OperationId::add)
        return {};
    std::vector<Prose> summands;
    for (const Operand& operand : drawing.trace.made_from(array))
        summands.push_back(prose("{} {}the {}", symbol_in(symbol_of(operand.array), drawing.notation),
                                 summands.empty() ? "holds " : "",
                                 array_heading(drawing.session, operand.array).uncapitalized()));
    return summands.empty() ? Prose() : joined(summands, ", ") + ".";
}

/// Marks the formula by which a cell is worked out: the cell's own, or else that of the whole array.
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

/// The numbers of a mask as a matrix in TeX; empty if they do not fit in a line.
std::string numbers_of_mask(const DrawContext& drawing) {
    constexpr Index most = 8;
    const CellId first = canonical(
        drawing, {drawing.layer().number, ArrayId::mask, drawing.view_state.item, drawing.view_state.head, 0, 0});
    const Matrix mask = drawing.trace.matrix({first.layer, first.array, first.item, first.head});
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

/// The formulas of a given matrix: the numbers of a mask. Other matrices have none, since their picture shows the
/// numbers.
StepFormulas formulas_of_given(const DrawContext& drawing) {
    const ArrayId array = drawing.view_state.array();
    const bool is_mask = is_stage(array) && row_of(array).meaning == Meaning::mask;
    const std::string numbers = is_mask ? numbers_of_mask(drawing) : std::string();
    if (numbers.empty())
        return {};
    return {{{in_notation(symbol_of(array), drawing.notation) + " = " + numbers, {}, {}}}, {}};
}

/// Adds the numbers of the mask beside its formula.
void add_numbers_of_mask(std::vector<NoteLine>& lines, const DrawContext& drawing, const std::string& of_array) {
    for (NoteLine& line : lines)
        if (line.numbers.empty() && line.tex == of_array)
            line.numbers = numbers_of_mask(drawing);
}

/// The lines as formulas, each once, and apart from them the lines with a remark.
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

/// Adds the lines that the notes have for an array. Lines for its operands that have no step of their own come before,
/// with the cell formula if they are a product of tokens or its scaling. Returns the number of lines for operands.
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
        return of_operands; // one head has nothing to join
    for (NoteLine& line : note_lines(drawing, array, places_)) {
        const bool holds = line.unlike.empty();
        if (!holds && line.unlike == broken_premise(drawing, Premise::several_heads))
            continue; // a layer of one head needs no such remark
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

/// The formula of a whole array, and whether the notes have it.
struct WholeFormula {
    std::string tex;
    bool is_of_notes = false;
};

/// Completes the notes' formulas with the array's own formula where they lack a side. Returns the formula of the whole
/// array.
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
        if (sides_of(laid_out(formula, notation)).size() < 2) // a single symbol says nothing
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
    if (!is_said || made_by == OperationId::add) // the sum is the picture of an input, with which notes begin
        lines.insert(lines.begin() + static_cast<std::ptrdiff_t>(of_operands),
                     {.tex = of_array, .says = what_is_added(drawing, array)});
    if (is_stage(array) && row_of(array).meaning == Meaning::share)
        for (const ArrayId of_row : {ArrayId::row_max, ArrayId::row_sum}) // an attention weight is worked out by them
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
    const std::vector<Prose> more = besides(drawing, array);
    if (!goes_on && shows_notes(drawing) && !more.empty()) {
        const Prose words = prose("Beyond a plain layer: {}.", joined(more, "; "));
        if (said_.insert(words.letters()).second)
            lines.push_back({.tex = {}, .says = words});
    }
    if (array == ArrayId::mask)
        add_numbers_of_mask(lines, drawing, of_array);
    StepFormulas made = gathered(std::move(lines));
    if (is_computed(drawing, array))
        mark_applied(made.formulas, of_cell, of_whole);
    return made;
}

} // namespace attn
