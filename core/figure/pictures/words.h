#pragma once

#include "core/attention/explain.h"
#include "core/figure/pictures/subject.h"

#include <string>

namespace attn {

/// What the cell's number means, in a sentence or two made from the numbers.
std::string in_words(const Subject& subject, const Explanation& explanation);

/// The cell in a formula's letters: "q₅,₁".
std::string short_cell(const Subject& subject, const CellId& cell);

} // namespace attn
