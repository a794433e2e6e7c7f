#pragma once

#include <string>
#include <string_view>

namespace attn {

/// What a handout looks like, in CSS.
std::string_view handout_styles();

/// How it steps and says numbers. Neither < nor & stand in it, so that it needs no escapes in XML.
std::string_view handout_script();

/// What the page may do, as its Content-Security-Policy: run that script and no other, and load nothing.
std::string handout_policy();

} // namespace attn
