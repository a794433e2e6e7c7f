#include "core/formula/equation.h"

#include "core/formula/parse.h"
#include "core/formula/print.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace attn {

namespace {

using Kind = FormulaNode::Kind;

/// Adds the letters of a formula in their order, without nodes that only place them.
void add_letters(const FormulaNode& node, std::vector<std::string>& letters) {
    const bool is_leaf = node.kind == Kind::letters || node.kind == Kind::symbol;
    if (is_leaf && !node.text.empty()) {
        std::string text = node.text;
        if (text.size() > 1)
            std::ranges::transform(text, text.begin(),
                                   [](unsigned char byte) { return static_cast<char>(std::tolower(byte)); });
        letters.push_back(std::move(text));
    }
    if (node.kind == Kind::fraction || node.kind == Kind::root || node.kind == Kind::accent)
        letters.push_back(node.tex);
    if (node.kind == Kind::fenced)
        letters.push_back(node.left);
    for (std::size_t i = 0; i < node.children.size(); ++i) {
        if (node.kind == Kind::scripts && i > 0 && !node.children[i].is_empty_row())
            letters.emplace_back(i == 1 ? "_" : "^");
        add_letters(node.children[i], letters);
    }
    if (node.kind == Kind::fenced)
        letters.push_back(node.right);
}

} // namespace

std::vector<FormulaNode> sides_of(const FormulaNode& formula) {
    std::vector<FormulaNode> sides(1);
    bool is_behind_arrow = false;
    for (const FormulaNode& node : formula.children) {
        is_behind_arrow = is_behind_arrow || node.text == "→";
        const bool is_cut =
            !is_behind_arrow && node.is_letters("=") && node.is_spaced && !sides.back().children.empty();
        if (is_cut)
            sides.emplace_back();
        else
            sides.back().children.push_back(node);
    }
    return sides;
}

FormulaNode joined_sides(std::vector<FormulaNode> sides) {
    FormulaNode equation;
    for (FormulaNode& side : sides) {
        if (&side != &sides.front()) {
            FormulaNode& equals = equation.children.emplace_back();
            equals.kind = Kind::letters;
            equals.atom = AtomClass::relation;
            equals.text = equals.tex = "=";
            equals.is_spaced = true;
            if (!side.children.empty())
                side.children.front().is_spaced = true;
        }
        std::ranges::move(side.children, std::back_inserter(equation.children));
    }
    return equation;
}

std::vector<std::string> pieces_of(std::string_view tex) {
    const Result<Formula> formula = parse_formula(tex);
    if (!formula)
        return {std::string(tex)};
    std::vector<std::string> pieces;
    for (const FormulaNode& side : sides_of(formula->root))
        pieces.push_back((pieces.empty() ? "" : "= ") + tex_of(side).tex);
    return pieces;
}

std::vector<FormulaNode> lines_of(const FormulaNode& formula) {
    std::vector<FormulaNode> lines(1);
    int depth = 0;
    for (const FormulaNode& node : formula.children) {
        depth += node.atom == AtomClass::opening ? 1 : node.atom == AtomClass::closing ? -1 : 0;
        const bool is_sign =
            node.is_letters("=") || node.is_letters("+") || (node.kind == Kind::name && node.text.starts_with('+'));
        if (is_sign && depth == 0 && !lines.back().children.empty())
            lines.emplace_back();
        lines.back().children.push_back(node);
    }
    return lines;
}

bool look_alike(const FormulaNode& one, const FormulaNode& other) {
    std::vector<std::string> letters;
    std::vector<std::string> other_letters;
    add_letters(one, letters);
    add_letters(other, other_letters);
    return letters == other_letters;
}

bool has_part(const FormulaNode& formula, const NodeTest& test) {
    return test(formula) ||
           std::ranges::any_of(formula.children, [&](const FormulaNode& child) { return has_part(child, test); });
}

FormulaNode with_parts(FormulaNode formula, const NodeChange& change) {
    if (auto changed = change(formula)) {
        changed->is_spaced = formula.is_spaced;
        return *std::move(changed);
    }
    for (FormulaNode& child : formula.children)
        child = with_parts(std::move(child), change);
    return formula;
}

} // namespace attn
