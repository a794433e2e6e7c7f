#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

namespace attn {

/// The claim on the queries whose weights sum to too much, and to too little, if softmax runs over the queries
/// (`wrong`) instead of the keys (`right`). Both are S_q x S_k.
Claim wrong_axis_words(const DrawContext& drawing, const Matrix& right, const Matrix& wrong);

} // namespace attn
