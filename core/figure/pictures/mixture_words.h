#pragma once

#include "core/figure/pictures/subject.h"

#include <string>

namespace attn {

/// From whom the selected row of a head's output is mixed, in a sentence made from its shares (1 x S_k).
std::string mixture_words(const Subject& subject, const CellId& selected, const Matrix& shares);

} // namespace attn
