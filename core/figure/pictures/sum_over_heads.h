#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/subject.h"

namespace attn {

/// The output as a sum: for each head a line O W_O = part, so that the heads' rows of W_O stand below each other as
/// its blocks, each in its head's colour; beneath a rule the sum of the parts. Where tokens are columns a line is
/// the transposed product.
void sum_picture(DisplayList& list, const Subject& subject, const Box& area);

} // namespace attn
