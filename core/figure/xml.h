#pragma once

#include <string>
#include <string_view>

namespace attn {

/// The text escaped for XML and HTML, between tags or in quotes; letters that XML 1.0 forbids are left out.
std::string xml_escaped(std::string_view text);

} // namespace attn
