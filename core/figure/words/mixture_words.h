#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

namespace attn {

/// The tokens that the selected row of a head's output is mixed from, in a sentence made from its shares (1 x S_k).
Claims mixture_words(const DrawContext& drawing, const CellId& selected, const Matrix& shares);

} // namespace attn
