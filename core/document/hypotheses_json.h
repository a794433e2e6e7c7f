#pragma once

#include "core/files/json_field.h"
#include "core/tensor/matrix.h"

#include <map>
#include <string>

namespace attn {

/// What a session says of its heads, of which there are `heads`, by their numbers from 0; files count from 1. What
/// cannot be read is noted in the field.
std::map<Index, std::string> read_hypotheses(const Field& said, Index heads);

} // namespace attn
