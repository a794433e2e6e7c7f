#pragma once

#include "core/notation/notation.h"

#include <string>

namespace attn {

/// One line that names letters which a notation uses both for an index and for the length that it counts to, as d in
/// Σ_{d=1}^{d} x_id; empty where it has none.
std::string words_on_counted_letters(const NotationChoice& chosen);

} // namespace attn
