#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/subject.h"

namespace attn {

/// Lenses: the same layer seen another way, each beside the stage that it explains.

/// score = x_i M x_jᵀ: M with the query's input at its left and the key's above; the terms that biases add.
bool shows_bilinear_form(const Subject& subject);
void bilinear_picture(DisplayList& list, const Subject& subject, const Box& area);

/// W_V W_O: what a head writes for what it reads.
bool shows_writing(const Subject& subject);
void writing_picture(DisplayList& list, const Subject& subject, const Box& area);

/// One product for all heads, then the cut into heads.
bool shows_fused(const Subject& subject);
void fused_picture(DisplayList& list, const Subject& subject, const Box& area);

/// The same weights as one head: one softmax in the place of many.
bool shows_one_head(const Subject& subject);
void one_head_picture(DisplayList& list, const Subject& subject, const Box& area);

/// All that becomes of one token: its row through every stage.
bool shows_token(const Subject& subject);
void token_picture(DisplayList& list, const Subject& subject, const Box& area);

} // namespace attn
