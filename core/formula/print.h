// Printing of a formula's tree: as TeX, or as plain Unicode letters.

#pragma once

#include "core/formula/formula.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Returns the TeX of a formula as it was written, and its symbols. Braces stay, and are added where a longer symbol
/// replaces a letter: \sum_<head> with the symbol "h'" is \sum_{h'}.
NamedTex tex_of(const FormulaNode& formula);

/// Returns the formula in Unicode letters, for words in windows, SVG and terminals: "α", "dₖ", "W_Q⁽²⁾", "Q̄". An index
/// or exponent is written in small letters if all of its letters have one, otherwise after "_" or "^".
std::string letters_of(const FormulaNode& formula);

/// Letters on the baseline, or smaller ones below or above it.
struct LetterRun {
    std::string letters;
    int level = 0; ///< −1: an index; 0: the baseline; 1: an exponent
    bool operator==(const LetterRun&) const = default;
};

/// Returns the letters as runs in the order of reading: an index or exponent without small letters ("Q" of "W_Q"), and
/// the sign of a transposed symbol, are runs of their own.
std::vector<LetterRun> letter_runs_of(const FormulaNode& formula);

/// Returns the Unicode letters of TeX, as letters_of does; TeX that cannot be read is returned unchanged.
std::string letters_of_tex(std::string_view tex);

} // namespace attn
