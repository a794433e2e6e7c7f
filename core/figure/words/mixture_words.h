#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

namespace attn {

/// From whom the selected row of a head's output is mixed, in a sentence made from its shares (1 x S_k).
Claims mixture_words(const DrawContext& drawing, const CellId& selected, const Matrix& shares);

} // namespace attn
