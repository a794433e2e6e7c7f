// Words and formulas in TeX.

#pragma once

#include <string>
#include <string_view>

namespace attn {

/// TeX, and the engines that can set it.
struct TexText {
    std::string tex;
    bool beyond_latin = false; ///< has letters that only lualatex sets, with fonts of the system
    bool operator==(const TexText&) const = default;
};

/// Words in TeX, with any letters: special letters are escaped, typographic signs that fonts lack are mathematics,
/// control characters are left out. No word is read as a symbol.
TexText tex_text(std::string_view text);

/// A formula in TeX: letters that notations raise, as in "scoreˢ", become superscripts; other letters that fonts of
/// mathematics lack become text.
TexText tex_formula(std::string_view formula);

} // namespace attn
