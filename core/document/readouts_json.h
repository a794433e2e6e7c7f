#pragma once

#include "core/document/session.h"
#include "core/files/json_field.h"

#include <vector>

namespace attn {

/// What columns of Y mean, as a session lists it: columns count from 1, the first and the last of a read-out. `width`
/// columns there are. What cannot be read is noted in the field.
std::vector<ReadOut> read_readouts(const Field& list, Index width);

} // namespace attn
