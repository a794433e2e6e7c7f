#pragma once

#include "core/attention/result.h"
#include "ui/desk.h"

#include <string>

namespace attn {

/// The array on the stage as a figure, in the bytes of a PNG file at 192 dpi: labels, name, colour bar, numbers where
/// they fit.
Result<std::string> picture_of_stage(const Desk& desk);

} // namespace attn
