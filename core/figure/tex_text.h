#pragma once

#include "core/text/tex_escape.h"

#include <string_view>

namespace attn {

/// Sentences as TeX: symbols with an index, such as "W_Q" and "d_model", and matrices of one letter, such as "E", as
/// mathematics.
TexText tex_prose(std::string_view text);
/// A remark on formulas, in which each letter that stands alone is a symbol: "m is the token", "d × d matrices".
TexText tex_remark(std::string_view text);

} // namespace attn
