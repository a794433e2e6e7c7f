#pragma once

#include <string>
#include <string_view>

namespace attn {

/// The text, with U+FFFD for every part that is not UTF-8, or that no document may hold (U+FFFE, U+FFFF).
std::string valid_utf8(std::string_view text);

} // namespace attn
