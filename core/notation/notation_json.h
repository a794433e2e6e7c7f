#pragma once

#include "core/notation/notation.h"

#include <string>
#include <string_view>

namespace attn {

/// A notation that comes with the program: its formulas are not tried, which tests do.
Result<NotationProfile> read_shipped_notation(std::string_view text, const std::string& name);

} // namespace attn
