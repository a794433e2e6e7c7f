#pragma once

#include "core/notation/notation.h"

#include <string>
#include <vector>

namespace attn {

/// The indices of a notation whose letter is that of a length or of an index before them, as d in Σ_{d=1}^{d} x_id,
/// each with the free letter that formulas write in its place.
std::vector<TakenLetter> taken_letters(const NotationChoice& notation);

/// One line that names what collides in a notation, and what is written instead; empty if nothing does.
std::string words_on_taken_letters(const NotationChoice& notation);

} // namespace attn
