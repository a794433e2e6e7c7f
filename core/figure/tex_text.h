#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Text as TeX sets it: its special letters escaped, typographic signs as mathematics where fonts lack them.
struct TexText {
    std::string tex;
    bool beyond_latin = false; ///< has letters that only lualatex sets, with fonts of the system
};

TexText tex_text(std::string_view text);

} // namespace attn
