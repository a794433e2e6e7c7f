#include "core/figure/tex_text.h"

#include "core/io/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace attn {

namespace {

struct Sign {
    std::string_view letter;
    std::string_view tex;
};

constexpr std::array signs{
    Sign{"\\", R"(\textbackslash{})"},
    Sign{"{", R"(\{)"},
    Sign{"}", R"(\})"},
    Sign{"$", R"(\$)"},
    Sign{"&", R"(\&)"},
    Sign{"#", R"(\#)"},
    Sign{"%", R"(\%)"},
    Sign{"_", R"(\_)"},
    Sign{"^", R"(\textasciicircum{})"},
    Sign{"~", R"(\textasciitilde{})"},
    Sign{"<", R"($<$)"},
    Sign{">", R"($>$)"},
    Sign{"|", R"($|$)"},
    Sign{"\"", R"(\textquotedbl{})"},
    Sign{"−", "$-$"},
    Sign{"×", R"($\times$)"},
    Sign{"÷", R"($\div$)"},
    Sign{"·", R"($\cdot$)"},
    Sign{"∞", R"($\infty$)"},
    Sign{"≤", R"($\leq$)"},
    Sign{"≥", R"($\geq$)"},
    Sign{"≈", R"($\approx$)"},
    Sign{"√", R"($\surd$)"},
    Sign{"Σ", R"($\Sigma$)"},
    Sign{"∑", R"($\sum$)"},
    Sign{"τ", R"($\tau$)"},
    Sign{"ᵀ", R"($^\top$)"},
    Sign{"←", R"($\leftarrow$)"},
    Sign{"→", R"($\rightarrow$)"},
    Sign{"␣", R"(\textvisiblespace{})"},
    Sign{"↵", R"($\hookleftarrow$)"},
    Sign{"⇥", R"($\to\!\vert$)"},
    Sign{"⟨", R"($\langle$)"},
    Sign{"⟩", R"($\rangle$)"},
    Sign{"⁽", R"(\textsuperscript{(})"},
    Sign{"⁾", R"(\textsuperscript{)})"},
    Sign{"₀", R"(\textsubscript{0})"},
    Sign{"₁", R"(\textsubscript{1})"},
    Sign{"₂", R"(\textsubscript{2})"},
    Sign{"₃", R"(\textsubscript{3})"},
    Sign{"₄", R"(\textsubscript{4})"},
    Sign{"₅", R"(\textsubscript{5})"},
    Sign{"₆", R"(\textsubscript{6})"},
    Sign{"₇", R"(\textsubscript{7})"},
    Sign{"₈", R"(\textsubscript{8})"},
    Sign{"₉", R"(\textsubscript{9})"},
    Sign{"⁰", R"(\textsuperscript{0})"},
    Sign{"¹", R"(\textsuperscript{1})"},
    Sign{"²", R"(\textsuperscript{2})"},
    Sign{"³", R"(\textsuperscript{3})"},
    Sign{"⁴", R"(\textsuperscript{4})"},
    Sign{"⁵", R"(\textsuperscript{5})"},
    Sign{"⁶", R"(\textsuperscript{6})"},
    Sign{"⁷", R"(\textsuperscript{7})"},
    Sign{"⁸", R"(\textsuperscript{8})"},
    Sign{"⁹", R"(\textsuperscript{9})"},
    Sign{"⁻", R"(\textsuperscript{$-$})"},
    Sign{"ˢ", R"(\textsuperscript{s})"},
    Sign{"ᶜ", R"(\textsuperscript{c})"},
};

constexpr std::array raised_in_formulas{Sign{"ˢ", R"({}^{\mathrm{s}})"}, Sign{"ᶜ", R"({}^{\mathrm{c}})"}};

/// Signs beyond Latin that TeX's Latin fonts have all the same.
constexpr std::array<std::string_view, 10> known{"‘", "’", "‚", "“", "”", "„", "–", "—", "…", "•"};

constexpr char32_t last_latin = 0x17f;

/// Hebrew, Arabic and their neighbours.
bool runs_leftwards(char32_t point) {
    return (point >= 0x590 && point <= 0x8ff) || (point >= 0xfb1d && point <= 0xfdff) ||
           (point >= 0xfe70 && point <= 0xfeff);
}

} // namespace

TexText tex_text(std::string_view text) {
    const std::string valid = valid_utf8(text);
    TexText written;
    bool leftwards = false;
    for (std::string_view rest = valid; !rest.empty();) {
        const auto [point, bytes] = first_letter(rest);
        const std::string_view letter = rest.substr(0, bytes);
        rest.remove_prefix(bytes);
        if (point < 0x20 || point == 0x7f)
            continue;
        if (const auto* sign = std::ranges::find(signs, letter, &Sign::letter); sign != signs.end()) {
            written.tex += sign->tex;
            continue;
        }
        written.tex += letter;
        leftwards = leftwards || runs_leftwards(point);
        if (point > last_latin && std::ranges::find(known, letter) == known.end())
            written.beyond_latin = true;
    }
    if (leftwards)
        written.tex = R"({\textdir TRT )" + written.tex + "}";
    return written;
}

std::string tex_formula(std::string_view formula) {
    std::string tex(formula);
    for (const Sign& raised : raised_in_formulas)
        for (std::size_t at = tex.find(raised.letter); at != std::string::npos; at = tex.find(raised.letter, at))
            tex.replace(at, raised.letter.size(), raised.tex);
    return tex;
}

} // namespace attn
