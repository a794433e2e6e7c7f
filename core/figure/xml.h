#pragma once

#include <string>
#include <string_view>

namespace attn {

/// The text escaped for XML and HTML, for use between tags and in quotes. Letters that XML 1.0 forbids are dropped.
std::string xml_escaped(std::string_view text);

} // namespace attn
