#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/subject.h"

namespace attn {

/// Whether the stage joins the heads' outputs, and they are there.
bool shows_joined(const Subject& subject);

/// The heads' outputs apart, each in its colour, and joined, with lines from where each comes to where it goes. While
/// it is computed, they slide together.
void joined_picture(DisplayList& list, const Subject& subject, const Box& area);

} // namespace attn
