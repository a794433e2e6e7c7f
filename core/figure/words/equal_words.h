#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

namespace attn {

/// Explains what distinguishes equal words, for an array that adds positions to words: for the selected token's word,
/// or else for any word that occurs twice. If tokens are letters, the sentences say "letter".
Claims equal_words_claims(const DrawContext& drawing, const CellId& selected);

} // namespace attn
