#pragma once

#include "core/notation/notation.h"

#include <string>
#include <vector>

namespace attn {

/// Returns the indices whose letter is also that of a length or of an earlier index, like d in Σ_{d=1}^{d} x_id, each
/// with the free letter that formulas use instead.
std::vector<TakenLetter> taken_letters(const NotationChoice& notation);

/// Returns one line about the letters that a notation uses twice and the letters used instead; empty if there are none.
std::string words_on_taken_letters(const NotationChoice& notation);

} // namespace attn
