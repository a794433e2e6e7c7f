#include "core/handouts/step_formulas.h"

#include "core/document/session_notation.h"
#include "core/figure/caption.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/tex_text.h"
#include "core/handouts/worked_tex.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace attn {

namespace {

/// The sides of an equation as they are compared: without the braces, spaces and capitals that change nothing.
std::vector<std::string> comparable_sides(std::string_view tex) {
    std::vector<std::string> sides;
    for (std::string side : sides_of(tex)) {
        for (const std::string_view idle : {"\\mathrm", "\\,", "{", "}", " "})
            for (std::size_t at = side.find(idle); at != std::string::npos; at = side.find(idle, at))
                side.erase(at, idle.size());
        if (side.starts_with("="))
            side.erase(0, 1);
        std::ranges::transform(side, side.begin(),
                               [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
        sides.push_back(std::move(side));
    }
    return sides;
}

/// One fraction is enough for one share: how its cell is worked out says it.
void leave_fraction_to_worked_cell(NoteLine& line, ArrayId array) {
    if (is_stage(array) && row_of(array).meaning == Meaning::share &&
        line.numbers.find(R"(\frac)") != std::string::npos)
        line.numbers.clear();
}

} // namespace

Display formula_with_numbers(const StepFormula& formula, const FormulaLines& lines, const Typesetter& typesetter) {
    Display display{displayed(formula.tex, lines, typesetter), displayed_height(formula.tex, lines, typesetter)};
    if (formula.numbers.empty())
        return display;
    constexpr float between = 1.5F; // cm
    constexpr std::string_view next_line = " \\\\[3pt]\n";
    const std::string here =
        formula.whose.empty() ? R"(\text{here } )" : R"(\text{here }\; )" + formula.whose + R"(:\;\; )";
    const auto width = [&](std::string_view tex) { return size_in_tex(tex, lines.font_size, typesetter).x; };
    const bool is_beside = width(formula.tex) + width(here + formula.numbers) + between <= lines.width;
    const bool is_one_line = is_beside || width(here + formula.numbers) + between / 2 <= lines.width;
    const auto dim = [](const std::string& tex) { return fmt::format(R"({{\color{{black!60}}{}}})", tex); };
    const std::string numbers = displayed(formula.numbers, lines, typesetter);
    display.tex += is_beside ? R"(\qquad )" : next_line;
    display.tex += is_one_line ? dim(tex_formula(here).tex + numbers)
                               : dim(tex_formula(here).tex) + std::string(next_line) + dim(numbers);
    if (!is_beside)
        display.height += displayed_height(formula.numbers, lines, typesetter);
    if (!is_one_line)
        display.height += displayed_height(here, lines, typesetter);
    return display;
}

/// What the notes write beside an array, before it what they write beside weights and stages that it is made from and
/// that no step is about; of such scores, how they are scaled.
void FormulasOfSteps::add_notes_beside(std::vector<NoteLine>& lines, const DrawContext& drawing, ArrayId array) {
    if (is_stage(array))
        for (const Operand& operand : drawing.trace.recipe(array).operands)
            if (!walked_.contains(operand.array))
                add_notes_beside(lines, drawing, operand.array);
    const bool is_scaling = is_stage(array) && drawing.trace.recipe(array).operation == OperationId::scale;
    if (is_scaling && !walked_.contains(array)) {
        CellId cell = selected_cell(drawing);
        cell.array = array;
        std::string formula = in_notation(cell_formula_of(drawing.session, array), notation_of(drawing.session));
        if (said_.insert(formula).second)
            lines.push_back({.tex = std::move(formula), .numbers = worked_cell_tex(drawing, cell, most_summands_)});
    }
    for (NoteLine& line : note_lines(drawing, array, places_))
        if (walked_.contains(array) || said_.insert(line.tex).second) {
            leave_fraction_to_worked_cell(line, array);
            lines.push_back(std::move(line));
        }
}

StepFormulas FormulasOfSteps::beside(const DrawContext& drawing, bool goes_on) {
    const ArrayId array = drawing.view_state.array();
    const Notation notation = notation_of(drawing.session);
    std::vector<NoteLine> lines;
    if (!goes_on)
        add_notes_beside(lines, drawing, array);
    const bool has_notes = !lines.empty();
    const auto written = [&](const std::string& formula) {
        if (formula.find('=') == std::string::npos) // a symbol alone says nothing
            return std::string();
        return names_head(drawing) && !has_notes ? in_notation(formula, notation, drawing.view_state.head)
                                                 : in_notation(formula, notation);
    };
    const std::string of_array = written(figure_formula(drawing));
    const std::string of_cell = written(cell_formula_of(drawing.session, array));
    const std::vector<std::string> sides = comparable_sides(in_notation(figure_formula(drawing), notation));
    bool is_said = false;
    for (NoteLine& line : lines) {
        if (!line.unlike.empty())
            continue;
        const std::vector<std::string> of_note = comparable_sides(line.tex);
        const bool is_alike = std::ranges::any_of(
            of_note, [&](const std::string& side) { return std::ranges::find(sides, side) != sides.end(); });
        if (is_alike && of_note.size() == 1) // the notes leave out what it is, or how it is made
            line.tex = of_note.front() == sides.front() ? of_array : sides_of(of_array).front() + " = " + line.tex;
        is_said = is_said || is_alike;
    }
    const bool is_product = operation(drawing.trace.recipe(array).operation).picture == NaturalPicture::product;
    if (!is_said)
        lines.insert(lines.begin(), {.tex = of_array});
    if (!has_notes || is_product)
        lines.push_back({.tex = of_cell});
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

} // namespace attn
