#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/subject.h"

namespace attn {

/// Whether the stage is that of the scaled scores, and they were scaled.
bool shows_spread(const Subject& subject);

/// What scaling does: the scores before and after on one scale of colours, and beneath them how far they lie apart,
/// both on one axis.
void spread_picture(DisplayList& list, const Subject& subject, const Box& area);

} // namespace attn
