#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <string>

namespace attn {

/// The caption beneath a picture of matrices that are none of the layer's arrays.
struct LensCaption {
    std::string formula; ///< TeX with names in angle brackets; empty: none
    Claim shape;         ///< of the matrix and what its lines are: "6×6, what is read × what is written"
};

LensCaption bilinear_caption(const DrawContext& drawing);
LensCaption writing_caption(const DrawContext& drawing);
LensCaption subspaces_caption(const DrawContext& drawing);
LensCaption projection_caption(const DrawContext& drawing);
LensCaption block_caption(const DrawContext& drawing);
/// The caption of the lens picture that shows all heads together.
LensCaption fused_caption(const DrawContext& drawing);

} // namespace attn
