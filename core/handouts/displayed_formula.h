#pragma once

#include "core/figure/geometry.h"
#include "core/figure/text.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The lines of a page or a column that formulas stand in.
struct FormulaLines {
    float width;     ///< centimetres
    float font_size; ///< points
};

/// "$A$: " of "A = …", by which a remark on it begins; empty where it is no equation.
std::string name_in_remark(std::string_view tex);

/// How large it is in one line of a document in LaTeX, in centimetres.
Point size_in_tex(std::string_view tex, float font_size, const Typesetter& typesetter);

/// What stands in a display: in lines that begin with its equals signs where it is wider than a line.
std::string displayed(std::string_view tex, const FormulaLines& lines, const Typesetter& typesetter);
/// How high that is, in centimetres.
float displayed_height(std::string_view tex, const FormulaLines& lines, const Typesetter& typesetter);

/// How many letters TeX shows of its source, about: not its commands, nor what they are told in angle brackets.
std::size_t letters_in_tex(std::string_view tex);

/// Displays below each other; nothing of none.
std::string gathered(const std::vector<std::string>& displays);
/// Between the lines of one.
inline constexpr std::string_view next_display_line = " \\\\[3pt]\n";
/// The same with the first line of one of them numbered, and called `label`.
std::string gathered(const std::vector<std::string>& displays, std::size_t numbered, const std::string& label);

} // namespace attn
