#pragma once

#include "core/figure/pictures/draw_context.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace attn {

/// The cell in a formula's letters, as TeX: "q_{5,1}".
std::string cell_tex(const DrawContext& drawing, const CellId& cell);

/// A line worked out by hand, as TeX's mathematics: "2 × 1 + (−1) × 3 ≈ …". Words in it stay words.
std::string worked_line_tex(std::string_view line);

/// What worked_cell says, as a formula of TeX in a line, which breaks where it is too long.
std::string worked_cell_tex(const DrawContext& drawing, const CellId& cell, std::size_t most);

} // namespace attn
