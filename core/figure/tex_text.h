#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Text as TeX sets it, whichever letters it has: TeX's special letters escaped, typographic signs as mathematics where
/// fonts lack them, controls left out.
struct TexText {
    std::string tex;
    bool beyond_latin = false; ///< has letters that only lualatex sets, with fonts of the system
};

TexText tex_text(std::string_view text);

/// The same of sentences: symbols with an index, such as "W_Q" and "d_model", and matrices of one letter, such as "E",
/// as mathematics.
TexText tex_prose(std::string_view text);
/// A remark on formulas, in which each letter that stands alone is a symbol: "m is the token", "d × d matrices".
TexText tex_remark(std::string_view text);

/// A formula as TeX sets it: letters that notations raise by themselves, as in "scoreˢ", as superscripts, and others
/// that fonts of mathematics lack as text.
TexText tex_formula(std::string_view formula);

} // namespace attn
