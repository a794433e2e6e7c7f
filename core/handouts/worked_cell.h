#pragma once

#include "core/explain/explain.h"
#include "core/figure/pictures/draw_context.h"

#include <limits>
#include <string>
#include <vector>

namespace attn {

/// A number as it is written by hand: with up to so many decimals, and no zeros behind the last one that counts.
std::string by_hand(float value, int decimals);
/// The same as TeX.
std::string by_hand_tex(float value, int decimals);

/// True if by_hand leaves nothing out.
bool is_exact_by_hand(float value, int decimals);

/// Whether the output is worked out as a sum of what heads add to it: where that is a step of the notes.
bool adds_heads(const DrawContext& drawing);

/// The summands of a cell: those of its explanation, and in the place of a head's part of the output that part's own,
/// unless it was given or is summed `by_head`.
std::vector<Term> summands(const Trace& trace, const CellId& cell, bool by_head = false);

/// How a cell is worked out with a pencil: "s₁‚₃ = 2 × 1 + 0 × 1 = 2"; ≈ where the digits that are written
/// do not give what follows. The cell's number alone where it is given. Of more than `most` summands only the largest
/// are said, and how many there are.
std::string worked_cell(const DrawContext& drawing, const CellId& cell,
                        std::size_t most = std::numeric_limits<std::size_t>::max());

/// The same behind the cell's name: "= 2 × 1 + 0 × 1 = 2".
std::string worked_steps(const DrawContext& drawing, const CellId& cell,
                         std::size_t most = std::numeric_limits<std::size_t>::max());

/// The cell in a formula's letters, as TeX: "q_{5,1}".
std::string cell_tex(const DrawContext& drawing, const CellId& cell);

/// What worked_cell says, as a formula of TeX in a line, which breaks where it is too long.
std::string worked_cell_tex(const DrawContext& drawing, const CellId& cell, std::size_t most);

} // namespace attn
