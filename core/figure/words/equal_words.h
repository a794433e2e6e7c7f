#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

namespace attn {

/// What tells equal words apart in the array of the selected cell, which adds places to words: of the selected token,
/// or else of any word that stands twice. Where tokens are letters, it speaks of letters.
Claims equal_words_claims(const DrawContext& drawing, const CellId& selected);

} // namespace attn
