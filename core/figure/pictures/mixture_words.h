#pragma once

#include "core/figure/pictures/draw_context.h"
#include "core/model/claim.h"

#include <vector>

namespace attn {

/// From whom the selected row of a head's output is mixed, in a sentence made from its shares (1 x S_k).
Claims mixture_words(const DrawContext& drawing, const CellId& selected, const Matrix& shares);

/// Of each key whether its row of V has come: while the output is computed, those with the largest shares come first.
std::vector<bool> rows_there(const DrawContext& drawing, const Matrix& shares);

/// 1 x d_v: of the rows of V (S_k x d_v) that are there each as much as its share (1 x S_k) says.
Matrix mixture_of(const Matrix& shares, const Matrix& values, const std::vector<bool>& there);

} // namespace attn
