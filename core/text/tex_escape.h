// Words and formulas as TeX sets them.

#pragma once

#include <string>
#include <string_view>

namespace attn {

/// TeX, and which engines set it.
struct TexText {
    std::string tex;
    bool beyond_latin = false; ///< has letters that only lualatex sets, with fonts of the system
};

/// Words as TeX sets them, whichever letters they have: TeX's special letters escaped, typographic signs as mathematics
/// where fonts lack them, controls left out. No word is read as a symbol.
TexText tex_text(std::string_view text);

/// A formula as TeX sets it: letters that notations raise by themselves, as in "scoreˢ", as superscripts, and others
/// that fonts of mathematics lack as text.
TexText tex_formula(std::string_view formula);

} // namespace attn
