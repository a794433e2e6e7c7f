#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

namespace attn {

/// The sentences on what tells equal words apart, where the array of the selected cell adds positions to words: for the
/// selected token, or else for any word that stands twice. Where tokens are letters, the sentences speak of letters.
Claims equal_words_claims(const DrawContext& drawing, const CellId& selected);

} // namespace attn
