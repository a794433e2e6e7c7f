#include "core/handouts/cell_formula_in_text.h"

#include "core/document/options/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/formula/equation.h"
#include "core/formula/parse.h"
#include "core/formula/print.h"
#include "core/handouts/worked_cell.h"
#include "core/model/arrays.h"
#include "core/model/structure.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// The name of the output in the formula of one of its cells: <y> or, in notes without that letter, the symbol of the
/// matrix, in brackets if the symbol is a sum or a product.
std::string output_letter(const DrawContext& drawing) {
    const auto& symbols = drawing.session.notation.profile().symbols;
    if (symbols.contains("y") || !symbols.contains("Y"))
        return "<y>";
    const FormulaNode whole = tree_in_notation("<Y>", notation_of(drawing.session));
    const auto is_more_than_a_letter = [](const FormulaNode& node) {
        return node.kind == FormulaNode::Kind::scripts || node.is_spaced;
    };
    return has_part(whole, is_more_than_a_letter) ? "(<Y>)" : "<Y>";
}

FormulaNode template_of(std::string_view formula) {
    Result<FormulaNode> read = parse_template(formula);
    return read ? *std::move(read) : FormulaNode{};
}

FormulaNode bracketed_symbol(ArrayId array) {
    return template_of("(" + symbol_of(array) + ")");
}

/// The index of the bracket that closes the one at `open`; the number of nodes if none does.
std::size_t end_of_bracket(const std::vector<FormulaNode>& nodes, std::size_t open) {
    int depth = 0;
    for (std::size_t at = open; at < nodes.size(); ++at) {
        depth += nodes[at].is_letters("(") ? 1 : nodes[at].is_letters(")") ? -1 : 0;
        if (depth == 0)
            return at;
    }
    return nodes.size();
}

/// The formula with e^{x} for \exp(x).
FormulaNode with_powers_of_e(FormulaNode formula) {
    std::vector<FormulaNode>& nodes = formula.children;
    for (std::size_t at = 0; at < nodes.size(); ++at) {
        nodes[at] = with_powers_of_e(std::move(nodes[at]));
        const std::size_t end =
            nodes[at].is_letters("\\exp") && at + 1 < nodes.size() ? end_of_bracket(nodes, at + 1) : 0;
        if (end <= at + 1 || end == nodes.size())
            continue;
        FormulaNode power = template_of("e^{}").children.front();
        power.is_spaced = nodes[at].is_spaced;
        const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(at);
        const auto close = nodes.begin() + static_cast<std::ptrdiff_t>(end);
        power.children[2].children.front().children.assign(begin + 2, close);
        nodes.erase(begin + 1, close + 1);
        nodes[at] = with_powers_of_e(std::move(power));
    }
    return formula;
}

} // namespace

/// The output as the product of the concatenated heads with W_O has a cell formula of its own.
std::string cell_formula_in_text(const DrawContext& drawing, ArrayId array) {
    const auto& own = drawing.session.notation.profile().arrays;
    const auto wording = own.find(array);
    const bool has_own = wording != own.end() && !wording->second.cell_formula.empty();
    const bool is_joined = !has_own && row_of(array).letter == row_of(ArrayId::Y).letter && drawing.sizes().H > 1 &&
                           !adds_heads(drawing) && has_array(drawing, ArrayId::concat);
    const std::string formula =
        is_joined
            ? R"(<y>_{<i><d>} = \sum_{f} <c>_{<rows(><i>f<)rows><columns(>f<i><)columns>}\,(<all W_O>)_{f<d>}<+b_O d>)"
            : cell_formula_of(drawing.session, array);
    const auto operands = is_stage(array) ? product_operands(drawing.trace.structure(), array) : std::nullopt;
    const bool has_weights = operands && is_parameter(operands->right);
    const std::string output = output_letter(drawing);
    const bool has_own_parts = output == "<y>" || drawing.session.notation.profile().symbols.contains("u");
    const auto called_in_text = [&](const FormulaNode& node) -> std::optional<FormulaNode> {
        if (has_weights && node.is_name("w"))
            return bracketed_symbol(operands->right);
        if (node.is_name("y") && output != "<y>")
            return template_of(output);
        const bool is_part = node.kind == FormulaNode::Kind::scripts && node.children[0].is_name("u");
        if (!is_part || has_own_parts)
            return std::nullopt;
        FormulaNode part = node; // one summand of y: a product that already has its head's number
        part.children[0] = bracketed_symbol(ArrayId::parts);
        part.children[2] = {};
        return part;
    };
    return tex_of(with_parts(template_of(formula), called_in_text)).tex;
}

FormulaNode exponentials_as_in_notes(const DrawContext& drawing, FormulaNode formula) {
    const auto is_power_of_e = [](const FormulaNode& node) {
        return node.kind == FormulaNode::Kind::scripts && node.children[0].is_letters("e");
    };
    const auto has_power_of_e = [&](const NoteFormula& note) {
        const Result<Formula> read = parse_formula(note.tex);
        return read && has_part(read->root, is_power_of_e);
    };
    return std::ranges::any_of(drawing.session.notation.profile().formulas, has_power_of_e)
               ? with_powers_of_e(std::move(formula))
               : formula;
}

} // namespace attn
