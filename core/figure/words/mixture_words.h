#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

namespace attn {

/// The sentence about the tokens from which the selected row of a head's output is mixed; `shares` are its attention
/// weights (1 x S_k).
Claims mixture_words(const DrawContext& drawing, const CellId& selected, const Matrix& shares);

} // namespace attn
