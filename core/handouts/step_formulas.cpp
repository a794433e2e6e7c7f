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

/// The numbers of a mask as a matrix in TeX; empty if it has more than 8 rows or columns.
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

/// The formula within a sentence; if `is_named`, only its left side.
Prose formula_in_sentence(const std::string& tex, bool is_named = false) {
    const Result<Formula> read = parse_formula(tex);
    return !read ? Prose(tex) : Prose::symbol(is_named ? sides_of(read->root).front() : read->root);
}

} // namespace

/// The lines as formulas, each once, with the remarks on them. The reason why a formula does not hold is given once.
StepFormulas FormulasOfSteps::gathered(const std::vector<NoteLine>& lines) {
    StepFormulas made;
    for (const NoteLine& line : lines) {
        const bool is_new = std::ranges::find(made.formulas, line.tex, &StepFormula::tex) == made.formulas.end();
        if (!line.tex.empty() && line.unlike.empty() && is_new)
            made.formulas.push_back({line.tex, line.numbers, line.whose});
    }
    for (const NoteLine& line : lines) {
        if (!line.unlike.empty()) {
            if (said_unlike_.insert(line.unlike.letters()).second)
                made.remarks.push_back(
                    prose("Usually {}; not so here: {}.", formula_in_sentence(line.tex), line.unlike));
            continue;
        }
        if (line.says.empty())
            continue;
        const auto on = std::ranges::find(made.formulas, line.tex, &StepFormula::tex);
        std::vector<Prose>& remarks = on == made.formulas.end() ? made.remarks : on->remarks;
        remarks.push_back(sides_in(line.tex).size() < 2
                              ? line.says
                              : prose("{}: {}", formula_in_sentence(line.tex, true), line.says));
    }
    return made;
}

/// Adds the notes' lines for an array. Lines for operands without a step of their own come first; an operand that is a
/// product of tokens, or a scaled one, also has its cell formula. Returns the number of lines for operands.
std::size_t FormulasOfSteps::add_notes_beside(std::vector<NoteLine>& lines, const DrawContext& drawing, ArrayId array,
                                              std::size_t most_summands) {
    for (const Operand& operand : drawing.trace.made_from(array))
        if (!walked_.contains(operand.array))
            add_notes_beside(lines, drawing, operand.array, most_summands);
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
            lines.push_back({.tex = std::move(formula), .numbers = worked_cell_tex(drawing, cell, most_summands)});
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

StepFormulas FormulasOfSteps::of_several_heads(const DrawContext& drawing) {
    std::vector<NoteLine> lines;
    for (NoteLine& line : note_lines(drawing, drawing.view_state.array(), places_))
        if (line.unlike.empty() && said_.insert(line.tex).second)
            lines.push_back(std::move(line));
    return {gathered(lines).formulas, {}};
}

namespace {

/// The formula of a whole array, and whether the notes have it.
struct WholeFormula {
    std::string tex;
    bool is_of_notes = false;
};

/// Completes formulas of the notes that have one side with the array's own formula. Returns the formula of the whole
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

StepFormulas FormulasOfSteps::beside(const DrawContext& drawing, bool goes_on, std::size_t most_summands) {
    if (is_given_whole(drawing))
        return formulas_of_given(drawing);
    const ArrayId array = drawing.view_state.array();
    const Notation notation = notation_of(drawing.session);
    std::vector<NoteLine> lines;
    const std::size_t of_operands = goes_on ? 0 : add_notes_beside(lines, drawing, array, most_summands);
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
    StepFormulas made = gathered(lines);
    if (is_computed(drawing, array))
        mark_applied(made.formulas, of_cell, of_whole);
    return made;
}

} // namespace attn
