#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

namespace attn {

/// The read-out of the cell's row of Y: "s₁ reads out as d (mirrored letter, over 99 % sure)." Empty if there are no
/// read-outs.
Claim readout_claim(const DrawContext& drawing, const CellId& cell);

} // namespace attn
