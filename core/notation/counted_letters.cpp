#include "core/notation/counted_letters.h"

#include "core/files/printable.h"
#include "core/notation/in_notation.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>

namespace attn {

namespace {

/// Symbols of an index and of the length up to which formulas count it.
struct CountedLetter {
    std::string_view index;
    std::string_view length;
};
constexpr std::array counted_letters{CountedLetter{"d", "D"},        CountedLetter{"d", "D_c"},
                                     CountedLetter{"column", "d_k"}, CountedLetter{"column", "d_v"},
                                     CountedLetter{"head", "H"},     CountedLetter{"i", "S"},
                                     CountedLetter{"j", "S"}};

} // namespace

std::string words_on_counted_letters(const NotationChoice& chosen) {
    Notation notation;
    notation.chosen = chosen;
    const auto letter = [&](std::string_view symbol) { return in_letters(fmt::format("<{}>", symbol), notation); };
    std::string words;
    std::string_view told;
    for (const CountedLetter& counted : counted_letters) {
        if (letter(counted.index) != letter(counted.length) || counted.index == told)
            continue;
        told = counted.index;
        words += words.empty() ? fmt::format("“{}” is a notation in which ", printable(chosen.name())) : "; in it ";
        words += fmt::format("{} counts to {}: give its symbol “{}” or “{}” another letter", letter(counted.index),
                             letter(counted.length), counted.index, counted.length);
    }
    return words;
}

} // namespace attn
