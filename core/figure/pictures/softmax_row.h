#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/subject.h"

namespace attn {

/// Whether the step is a part of softmax, and its row can be followed from scores to shares.
bool shows_softmax_row(const Subject& subject);

/// The selected row on its way from masked scores to shares, step by step, with the temperature beneath it.
Box softmax_picture(DisplayList& list, const Subject& subject, const Box& area);

} // namespace attn
