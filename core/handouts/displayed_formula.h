#pragma once

#include "core/figure/geometry.h"
#include "core/figure/text.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The width of the lines in which formulas stand, and their type size.
struct FormulaLines {
    float width;     ///< centimetres
    float font_size; ///< points
};

/// The name with which a remark on an equation begins: "$A$: " for "A = …"; empty if `tex` is no equation.
std::string name_in_remark(std::string_view tex);

/// The width and height of a formula in one line of a LaTeX document, in centimetres.
Point size_in_tex(std::string_view tex, float font_size, const Typesetter& typesetter);

/// The TeX of a displayed formula. One wider than a line is broken before its equals signs.
std::string displayed(std::string_view tex, const FormulaLines& lines, const Typesetter& typesetter);
/// The height of displayed(), in centimetres.
float displayed_height(std::string_view tex, const FormulaLines& lines, const Typesetter& typesetter);

/// The approximate number of letters that TeX shows: a command counts as one, overlay specifications in angle brackets
/// do not count.
std::size_t letters_in_tex(std::string_view tex);

/// The displays below each other; empty if there are none.
std::string gathered(const std::vector<std::string>& displays);
/// The line break between two displays.
inline constexpr std::string_view next_display_line = " \\\\[3pt]\n";
/// The displays below each other, of which the one with the index `numbered` has an equation number with this label.
std::string gathered(const std::vector<std::string>& displays, std::size_t numbered, const std::string& label);

} // namespace attn
