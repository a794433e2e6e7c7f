#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <string>

namespace attn {

/// The caption beneath a picture of matrices that are not arrays of the layer.
struct LensCaption {
    std::string formula; ///< TeX with names in angle brackets; empty if there is no formula
    Claim shape; ///< shape of the matrix and the meaning of its rows and columns: "6×6, what is read × what is
                 ///< written"
};

LensCaption bilinear_caption(const DrawContext& drawing);
LensCaption writing_caption(const DrawContext& drawing);
LensCaption subspaces_caption(const DrawContext& drawing);
LensCaption projection_caption(const DrawContext& drawing);
LensCaption block_caption(const DrawContext& drawing);
/// The caption of the lens that shows all heads together.
LensCaption fused_caption(const DrawContext& drawing);

} // namespace attn
