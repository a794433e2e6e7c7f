#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/subject.h"

namespace attn {

/// Whether the shares are softmax of the masked scores, none of them pinned or given.
bool shows_wrong_axis(const Subject& subject);

/// Softmax over the keys, as it is, beside softmax over the queries: what each row and each column sums to, and what
/// goes wrong.
void wrong_axis_picture(DisplayList& list, const Subject& subject, const Box& area);

} // namespace attn
