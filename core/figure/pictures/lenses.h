#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// Lenses: the same layer seen another way, each beside the stage that it explains.

/// score = x_i M x_jᵀ: M with the query's input at its left and the key's above; the terms that biases add.
bool shows_bilinear_form(const DrawContext& drawing);
void bilinear_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// W_V W_O: what a head writes for what it reads.
bool shows_writing(const DrawContext& drawing);
void writing_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// One product for all heads, then the cut into heads.
bool shows_fused(const DrawContext& drawing);
void fused_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// The same weights as one head: one softmax in the place of many.
bool shows_one_head(const DrawContext& drawing);
void one_head_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

/// How much the subspaces overlap into which the heads' weights send a row of X.
bool shows_subspaces(const DrawContext& drawing);
void subspaces_picture(DisplayList& list, const DrawContext& drawing, const Box& area);

} // namespace attn
