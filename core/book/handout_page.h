#pragma once

#include <string_view>

namespace attn {

/// What a handout looks like, in CSS.
std::string_view handout_styles();

/// How it steps and says numbers. Neither < nor & stand in it, so that it needs no escapes in XML.
std::string_view handout_script();

} // namespace attn
