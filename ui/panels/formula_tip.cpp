#include "ui/panels/formula_tip.h"

#include "core/document/options/session_notation.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/model/arrays.h"
#include "core/notation/in_notation.h"
#include "core/notation/notation.h"

#include <algorithm>
#include <cstddef>
#include <fmt/core.h>
#include <functional>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// What stands for one number of a stage: the left side of its formula, without the indices; nothing where the formula
/// names none.
std::string letter_of(const UiContext& ui, const Notation& notation, ArrayId stage) {
    const std::string formula = in_notation(cell_formula_of(ui.session, stage), notation);
    const std::string letter = formula.substr(0, formula.find('_'));
    return letter.size() == formula.size() || letter.find('(') != std::string::npos ? std::string() : letter;
}

/// All symbols with a meaning, the longest in TeX first, so that W_Q is not taken for Q.
std::vector<SymbolLine> written_symbols(const UiContext& ui) {
    const Notation notation = notation_of(ui.session);
    std::vector<SymbolLine> all;
    const auto add = [&](std::string_view formula, const std::string& words) {
        for (const auto& head : {std::optional<Index>(), std::optional(ui.workspace.head)})
            all.push_back({in_notation(formula, notation, head), words});
    };
    for (const Symbol& symbol : symbols())
        if (!symbol.words.empty())
            add(fmt::format("<{}>", symbol.name), as_laid_out(std::string(symbol.words), notation));
    for (const Array& row : stages())
        if (const std::string letter = letter_of(ui, notation, row.id); !letter.empty())
            add(letter, fmt::format("a number of {}", shown_name(ui.session, row.id)));
    std::ranges::stable_sort(all, std::ranges::greater(), [](const SymbolLine& s) { return s.tex.size(); });
    return all;
}

bool is_letter(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

/// Where the symbol stands in the formula, and is not part of a longer name.
std::size_t find_symbol(const std::string& tex, const std::string& symbol) {
    for (std::size_t at = tex.find(symbol); at != std::string::npos; at = tex.find(symbol, at + 1)) {
        const bool begins = at == 0 || !is_letter(symbol.front()) || (!is_letter(tex[at - 1]) && tex[at - 1] != '\\');
        const std::size_t end = at + symbol.size();
        const bool ends = end == tex.size() || !is_letter(symbol.back()) || !is_letter(tex[end]);
        if (begins && ends)
            return at;
    }
    return std::string::npos;
}

} // namespace

std::optional<Tip> tip_of_formula(const UiContext& ui, std::string tex) {
    struct Found {
        std::size_t at = 0;
        SymbolLine line;
    };
    std::vector<Found> found;
    for (const SymbolLine& symbol : written_symbols(ui)) {
        std::size_t at = find_symbol(tex, symbol.tex);
        if (at == std::string::npos)
            continue;
        if (std::ranges::none_of(found, [&](const Found& f) { return f.line.words == symbol.words; }))
            found.push_back({at, symbol});
        for (; at != std::string::npos; at = find_symbol(tex, symbol.tex))
            tex.replace(at, symbol.tex.size(), symbol.tex.size(), '\x01'); // taken
    }
    if (found.empty())
        return std::nullopt;
    std::ranges::stable_sort(found, {}, &Found::at);
    Tip tip;
    tip.name = "Symbols";
    for (Found& f : found)
        tip.symbols.push_back(std::move(f.line));
    return tip;
}

} // namespace attn
