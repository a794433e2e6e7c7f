#pragma once

#include "core/explain/explain.h"
#include "core/figure/pictures/draw_context.h"

#include <limits>
#include <string>
#include <vector>

namespace attn {

/// A number as written by hand: with at most `decimals` decimals, and without zeros at the end.
std::string by_hand(float value, int decimals);
/// The number as by_hand() writes it, in TeX.
std::string by_hand_tex(float value, int decimals);

/// True if by_hand() drops no digit.
bool is_exact_by_hand(float value, int decimals);

/// The cell's number as it is computed on paper: 0 instead of the rounding error that sums of floats leave where their
/// terms cancel.
float number_on_paper(const Trace& trace, const CellId& cell);

/// True if the output is worked out as a sum over heads, because the notes have that step.
bool adds_heads(const DrawContext& drawing);

/// The summands of a cell, from its explanation. A head's contribution to the output is replaced by its own summands,
/// unless it was given or `by_head` is true.
std::vector<Term> summands(const Trace& trace, const CellId& cell, bool by_head = false);

/// The calculation of a cell by hand: "s₁‚₃ = 2 × 1 + 0 × 1 = 2", with ≈ where the written digits do not give the next
/// number. A given cell has only its number. If there are more than `most` summands, the largest are written, followed
/// by the number of the others.
std::string worked_cell(const DrawContext& drawing, const CellId& cell,
                        std::size_t most = std::numeric_limits<std::size_t>::max());

/// The calculation of worked_cell() without the cell's name: "= 2 × 1 + 0 × 1 = 2".
std::string worked_steps(const DrawContext& drawing, const CellId& cell,
                         std::size_t most = std::numeric_limits<std::size_t>::max());

/// The cell's name in the letters of a formula, as TeX: "q_{5,1}".
std::string cell_tex(const DrawContext& drawing, const CellId& cell);

/// The calculation of worked_cell() as an inline formula of TeX, which breaks if it is too long for a line.
std::string worked_cell_tex(const DrawContext& drawing, const CellId& cell, std::size_t most);

} // namespace attn
