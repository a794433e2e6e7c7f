#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

namespace attn {

/// The read-out of the row of Y that the cell is in: "s₁ reads out as d (mirrored letter, over 99 % sure)." Empty text
/// without read-outs.
Claim readout_claim(const DrawContext& drawing, const CellId& cell);

} // namespace attn
