#pragma once

#include "core/document/session/session.h"

#include <string>

namespace attn {

// Matrices as boxes to scale, with their names and lengths: tikzpictures at most 12 cm wide.

/// The shapes of all matrices that a layer makes from its input.
std::string shapes_of(const Session& session);

/// The weights of one head as wide as the model beside those of the layer's heads, which share that width.
std::string one_head_beside_many(const Session& session);

} // namespace attn
