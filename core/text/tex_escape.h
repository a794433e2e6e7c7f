// Words and formulas in TeX.

#pragma once

#include <string>
#include <string_view>

namespace attn {

/// TeX, and whether every engine can set it.
struct TexText {
    std::string tex;
    bool beyond_latin = false; ///< true: contains letters that only lualatex can set, with fonts of the system
    bool operator==(const TexText&) const = default;
};

/// Returns words in TeX, with any letters: special letters are escaped, typographic signs that fonts lack are written
/// as mathematics, control characters are left out. No word is read as a symbol.
TexText tex_text(std::string_view text);

/// Returns a formula in TeX: raised letters, as in "scoreˢ", become superscripts; other letters that mathematical fonts
/// lack become text.
TexText tex_formula(std::string_view formula);

} // namespace attn
