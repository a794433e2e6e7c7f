#pragma once

#include <CLI/CLI.hpp>

namespace attn {

/// Numbers from `least` to `most`. (CLI::Range lets NaN through.)
CLI::Validator number_range(float least, float most);

} // namespace attn
