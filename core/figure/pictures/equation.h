#pragma once

#include "core/figure/geometry.h"
#include "core/figure/pictures/subject.h"

namespace attn {

/// Whether what is in sight works cell by cell on something: E + P = X, or scores and mask.
bool has_equation(const Subject& subject);

/// Such a stage, with what it is made from beside or above it.
void equation_picture(DisplayList& list, const Subject& subject, const Box& area);

/// The stage or weight alone.
void matrix_picture(DisplayList& list, const Subject& subject, const Box& area);

} // namespace attn
