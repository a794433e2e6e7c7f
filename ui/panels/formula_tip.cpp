#include "ui/panels/formula_tip.h"

#include "core/figure/pictures/labels.h"
#include "core/formula/equation.h"
#include "core/formula/parse.h"
#include "core/formula/print.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"
#include "core/notation/notation.h"

#include <algorithm>
#include <fmt/core.h>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// A symbol that is searched for in formulas, and its meaning.
struct KnownSymbol {
    FormulaNode symbol;
    std::string words;
};

/// The letter of one number of a stage: the left side of its formula without the indices. `nullopt` if there are none.
std::optional<FormulaNode> letter_of(const UiContext& ui, ArrayId stage) {
    const FormulaNode formula = tree_in_notation(cell_formula_of(ui.session, stage), ui.notation);
    const FormulaNode left = sides_of(formula).front();
    const bool is_scripts = left.children.size() == 1 && left.children.front().kind == FormulaNode::Kind::scripts;
    return is_scripts ? std::optional(left.children.front().children.front()) : std::nullopt;
}

/// Returns all symbols with a meaning, for a head in general and for the shown head.
std::vector<KnownSymbol> known_symbols(const UiContext& ui) {
    std::vector<KnownSymbol> all;
    for (const Symbol& symbol : symbols())
        if (!symbol.words.empty())
            for (const auto& head : {std::optional<Index>(), std::optional(ui.workspace.head)})
                all.push_back({tree_in_notation(fmt::format("<{}>", symbol.name), ui.notation, head),
                               words_in(symbol.words, ui.notation).letters()});
    for (const Array& row : stages())
        if (auto letter = letter_of(ui, row.id))
            all.push_back({*std::move(letter), fmt::format("a number of {}", shown_name(ui.session, row.id))});
    return all;
}

/// Adds the known symbols of a formula in the order in which they are written. The parts of a known symbol are not
/// searched for other symbols.
void add_symbols(const FormulaNode& formula, const std::vector<KnownSymbol>& known, std::vector<SymbolLine>& found) {
    const auto symbol = std::ranges::find_if(
        known, [&](const KnownSymbol& other) { return !formula.is_empty_row() && look_alike(other.symbol, formula); });
    if (symbol == known.end()) {
        for (const FormulaNode& child : formula.children)
            add_symbols(child, known, found);
    } else if (std::ranges::find(found, symbol->words, &SymbolLine::words) == found.end()) {
        found.push_back({tex_of(symbol->symbol).tex, symbol->words});
    }
}

} // namespace

std::optional<Tip> tip_of_formula(const UiContext& ui, std::string_view tex) {
    const Result<Formula> formula = parse_formula(tex);
    Tip tip;
    tip.name = "Symbols";
    if (formula)
        add_symbols(formula->root, known_symbols(ui), tip.symbols);
    return tip.symbols.empty() ? std::nullopt : std::optional(std::move(tip));
}

} // namespace attn
