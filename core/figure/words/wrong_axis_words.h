#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

namespace attn {

/// Who hands out too much, and who too little, where softmax runs over the queries (`wrong`) and not over the keys
/// (`right`), both S_q x S_k.
Claim wrong_axis_words(const DrawContext& drawing, const Matrix& right, const Matrix& wrong);

} // namespace attn
