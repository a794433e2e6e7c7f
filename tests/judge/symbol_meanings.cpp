#include "tests/judge/symbol_meanings.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace attn::test {

namespace {

using Kind = SymbolMeaning::Kind;
using Part = SymbolMeaning::Part;

constexpr std::array<std::string_view, 11> lengths{"S",   "S_q", "S_k", "B",    "D",      "H",
                                                   "d_k", "d_v", "D_c", "d_ff", "d_vocab"};
constexpr std::array<std::string_view, 6> indices{"i", "j", "any j", "d", "column", "head"};
constexpr std::array<std::string_view, 6> numbers{"tau", "scale", "cap", "slope", "first", "last"};

/// Symbols of cells with their indices, or of a part of an array.
constexpr std::array<std::pair<std::string_view, ArrayId>, 6> cells{{{"score", ArrayId::scores},
                                                                     {"scaled score", ArrayId::scaled},
                                                                     {"capped score", ArrayId::capped},
                                                                     {"masked score", ArrayId::masked},
                                                                     {"share", ArrayId::A},
                                                                     {"o row", ArrayId::O}}};

std::optional<SymbolMeaning> meaning_of_array(std::string_view symbol) {
    const std::string written = fmt::format("<{}>", symbol);
    SymbolMeaning meaning;
    for (const Array& row : arrays())
        if (row.symbol == written)
            meaning.arrays.push_back(row.id);
    if (!meaning.arrays.empty())
        return meaning;
    meaning.kind = Kind::cells;
    for (const Array& row : arrays())
        if (row.letter == written)
            meaning.arrays.push_back(row.id);
    return meaning.arrays.empty() ? std::nullopt : std::optional(meaning);
}

} // namespace

std::optional<SymbolMeaning> meaning_of(std::string_view symbol) {
    const auto among = [&](const auto& names) { return std::ranges::find(names, symbol) != names.end(); };
    if (among(lengths))
        return SymbolMeaning{.kind = Kind::length, .arrays = {}};
    if (among(indices))
        return SymbolMeaning{.kind = Kind::index, .arrays = {}};
    if (among(numbers))
        return SymbolMeaning{.kind = Kind::number, .arrays = {}};
    if (const auto* cell = std::ranges::find(cells, symbol, [](const auto& row) { return row.first; });
        cell != cells.end())
        return SymbolMeaning{.kind = Kind::cells, .arrays = {cell->second}};
    if (symbol == "O first" || symbol == "O last")
        return SymbolMeaning{.arrays = {ArrayId::O}, .part = symbol == "O first" ? Part::first_head : Part::last_head};
    constexpr std::string_view transposed = " T";
    if (symbol.ends_with(transposed)) {
        auto meaning = meaning_of(symbol.substr(0, symbol.size() - transposed.size()));
        if (meaning)
            meaning->transposed = true;
        return meaning;
    }
    constexpr std::string_view of_one = "one "; // prefix of a symbol of the only head
    if (symbol.starts_with(of_one))
        return meaning_of(symbol.substr(of_one.size()));
    constexpr std::string_view of_all = "all ";
    if (symbol.starts_with(of_all)) {
        auto meaning = meaning_of(symbol.substr(of_all.size()));
        if (meaning)
            meaning->part = Part::all_heads;
        return meaning;
    }
    return meaning_of_array(symbol);
}

} // namespace attn::test
