#include "core/handouts/displayed_formula.h"

#include "core/figure/typeset_formula.h"
#include "core/formula/equation.h"
#include "core/formula/parse.h"
#include "core/formula/print.h"
#include "core/text/tex_escape.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

namespace attn {

namespace {

/// The two cells of an equation in a column of equations: the part before its equals sign, and the part from it on.
/// Dots stand below the signs. nullopt if the cell is no equation.
std::optional<std::array<FormulaNode, 2>> aligned_cell(const FormulaNode& cell) {
    if (cell.children.size() == 1 && cell.children.front().is_letters(R"(\vdots)")) {
        FormulaNode dots = cell.children.front();
        dots.tex = R"(\mathrel{\vdots})";
        return std::array<FormulaNode, 2>{FormulaNode{}, std::move(dots)};
    }
    std::vector<FormulaNode> sides = sides_of(cell);
    if (sides.size() < 2)
        return std::nullopt;
    FormulaNode behind = cell;
    behind.children.erase(behind.children.begin(),
                          behind.children.begin() + static_cast<std::ptrdiff_t>(sides.front().children.size()));
    return std::array<FormulaNode, 2>{std::move(sides.front()), std::move(behind)};
}

bool is_matrix_of_equations(const FormulaNode& node) {
    return node.kind == FormulaNode::Kind::fenced && node.children.front().kind == FormulaNode::Kind::grid &&
           node.tex == "matrix";
}

/// A column of equations with their equals signs below each other; nullopt for other nodes.
std::optional<FormulaNode> aligned(const FormulaNode& node) {
    if (!is_matrix_of_equations(node))
        return std::nullopt;
    FormulaNode stack = node;
    FormulaNode& grid = stack.children.front();
    std::vector<FormulaNode> cells;
    for (const FormulaNode& cell : std::exchange(grid.children, {})) {
        auto two = aligned_cell(cell);
        if (!two)
            return std::nullopt;
        std::ranges::move(*two, std::back_inserter(cells));
    }
    grid.children = std::move(cells);
    grid.columns = 2;
    stack.tex = "aligned";
    return stack;
}

/// The formula as a display: columns of equations aligned, other matrices with room between rows for exponents and
/// indices.
std::string as_display(std::string_view tex) {
    const Result<Formula> read = parse_formula(tex);
    if (!read)
        return std::string(tex);
    const FormulaNode formula = with_parts(read->root, aligned);
    const auto has_exponents = [](const FormulaNode& node) {
        return is_matrix_of_equations(node) && has_part(node, [](const FormulaNode& part) {
                   return part.kind == FormulaNode::Kind::scripts && !part.children[2].is_empty_row();
               });
    };
    return (has_part(formula, has_exponents) ? R"(\def\arraystretch{1.3}{})" : "") + tex_of(formula).tex;
}

} // namespace

std::string displayed(std::string_view tex) {
    std::vector<std::string> sides;
    for (const std::string& side : pieces_of(tex))
        sides.push_back(tex_formula(as_display(side)).tex);
    return fmt::format("{}", fmt::join(sides, "\\stepside "));
}

std::string step_formula(const StepFormula& formula, const std::string& label) {
    return fmt::format("\\stepformula{{{}}}{{{}}}{{{}}}{{{}}}\n", label, displayed(formula.tex),
                       formula.whose.empty() ? "" : fmt::format("\\; ${}$:", tex_formula(formula.whose).tex),
                       displayed(formula.numbers));
}

} // namespace attn
