#include "core/notation/index_letters.h"

#include "core/files/printable.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <set>
#include <string_view>

namespace attn {

namespace {

constexpr std::array<std::string_view, 11> lengths{"S",   "D",   "H", "d_k",  "d_v",    "S_q",
                                                   "S_k", "D_c", "B", "d_ff", "d_vocab"};
/// Names of indices; if two have the same letter, the earlier one keeps it.
constexpr std::array<std::string_view, 5> indices{"i", "j", "head", "column", "d"};
/// The letters that an index may get instead of its own, the most usual first.
constexpr std::string_view free_letters = "ijklmrstuvnpqwghfabcdexyz";
/// Letters of cells: an index with one of these letters would be mistaken for a cell.
constexpr std::array<std::string_view, 14> cells{"e", "p", "x", "q", "k", "v", "w", "b", "s", "a", "o", "y", "u", "m"};

} // namespace

std::vector<TakenLetter> taken_letters(const NotationChoice& notation) {
    Notation written;
    written.chosen = notation;
    const auto letter = [&](std::string_view symbol) { return in_letters(fmt::format("<{}>", symbol), written); };
    std::set<std::string> used;
    for (const std::string_view length : lengths)
        used.insert(letter(length));
    std::set<std::string> kept = used;
    for (const std::string_view symbol : indices)
        kept.insert(letter(symbol));
    for (const std::string_view symbol : cells)
        kept.insert(letter(symbol));
    std::vector<TakenLetter> taken;
    for (const std::string_view index : indices) {
        if (used.insert(letter(index)).second)
            continue;
        const auto is_free = [&](char c) { return !kept.contains(std::string(1, c)); };
        const auto* const found = std::ranges::find_if(free_letters, is_free);
        if (found == free_letters.end())
            continue; // every letter has a meaning already
        taken.push_back({std::string(index), letter(index), std::string(1, *found)});
        kept.insert(std::string(1, *found));
        used.insert(std::string(1, *found));
    }
    return taken;
}

std::string words_on_taken_letters(const NotationChoice& notation) {
    std::string words;
    for (const TakenLetter& taken : notation.profile().taken) {
        words += words.empty() ? fmt::format("in the notation “{}” ", printable(notation.name())) : "; ";
        words += fmt::format("{} is an index and another index or a length too: the index “{}” is written {}",
                             printable(taken.letter), taken.index, taken.instead);
    }
    return words;
}

} // namespace attn
