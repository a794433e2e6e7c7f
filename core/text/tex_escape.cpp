#include "core/text/tex_escape.h"

#include "core/files/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <fmt/core.h>

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
    Sign{"\"", R"({\char34})"},
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
    Sign{"ᵀ", R"($^T$)"},
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
    Sign{"ᵃ", R"(\textsuperscript{a})"},
    Sign{"ᵈ", R"(\textsuperscript{d})"},
    Sign{"ᵉ", R"(\textsuperscript{e})"},
    Sign{"ˡ", R"(\textsuperscript{l})"},
    Sign{"⁺", R"(\textsuperscript{+})"},
    Sign{"⊤", R"($^\top$)"},
    Sign{"≠", R"($\neq$)"},
    Sign{"±", R"($\pm$)"},
    Sign{"∈", R"($\in$)"},
    Sign{"∏", R"($\prod$)"},
    Sign{"⋅", R"($\cdot$)"},
    Sign{"‖", R"($\Vert$)"},
    Sign{"⇒", R"($\Rightarrow$)"},
    Sign{"⇔", R"($\Leftrightarrow$)"},
    Sign{"↔", R"($\leftrightarrow$)"},
    Sign{"↑", R"($\uparrow$)"},
    Sign{"↓", R"($\downarrow$)"},
    Sign{"ₐ", R"(\textsubscript{a})"},
    Sign{"ₑ", R"(\textsubscript{e})"},
    Sign{"ₕ", R"(\textsubscript{h})"},
    Sign{"ᵢ", R"(\textsubscript{i})"},
    Sign{"ⱼ", R"(\textsubscript{j})"},
    Sign{"ₖ", R"(\textsubscript{k})"},
    Sign{"ₗ", R"(\textsubscript{l})"},
    Sign{"ₘ", R"(\textsubscript{m})"},
    Sign{"ₙ", R"(\textsubscript{n})"},
    Sign{"ₒ", R"(\textsubscript{o})"},
    Sign{"ₚ", R"(\textsubscript{p})"},
    Sign{"ᵣ", R"(\textsubscript{r})"},
    Sign{"ₛ", R"(\textsubscript{s})"},
    Sign{"ₜ", R"(\textsubscript{t})"},
    Sign{"ᵤ", R"(\textsubscript{u})"},
    Sign{"ᵥ", R"(\textsubscript{v})"},
    Sign{"ₓ", R"(\textsubscript{x})"},
    Sign{"ʰ", R"(\textsuperscript{h})"},
    Sign{"ⁱ", R"(\textsuperscript{i})"},
    Sign{"ʲ", R"(\textsuperscript{j})"},
    Sign{"ᵏ", R"(\textsuperscript{k})"},
    Sign{"ⁿ", R"(\textsuperscript{n})"},
    Sign{"�", R"(\symbol{"FFFD})"}, // LuaTeX takes the sign itself for invalid bytes
};

/// Combining letters, which follow their base: "S̃" is \~{S}.
constexpr std::array accents{Sign{"\u0300", R"(\`)"}, Sign{"\u0301", R"(\')"}, Sign{"\u0302", R"(\^)"},
                             Sign{"\u0303", R"(\~)"}, Sign{"\u0304", R"(\=)"}, Sign{"\u0306", R"(\u)"},
                             Sign{"\u0307", R"(\.)"}, Sign{"\u0308", R"(\")"}, Sign{"\u030C", R"(\v)"}};

std::string_view first_of(std::string_view text) {
    return text.substr(0, first_letter(text).bytes);
}

/// Greek letters that are set as formulas if they are words of their own; within words they are set like other letters.
constexpr std::array greek{
    Sign{"α", R"($\alpha$)"},   Sign{"β", R"($\beta$)"},  Sign{"γ", R"($\gamma$)"},   Sign{"δ", R"($\delta$)"},
    Sign{"ε", R"($\epsilon$)"}, Sign{"ζ", R"($\zeta$)"},  Sign{"η", R"($\eta$)"},     Sign{"θ", R"($\theta$)"},
    Sign{"ι", R"($\iota$)"},    Sign{"κ", R"($\kappa$)"}, Sign{"λ", R"($\lambda$)"},  Sign{"μ", R"($\mu$)"},
    Sign{"ν", R"($\nu$)"},      Sign{"ξ", R"($\xi$)"},    Sign{"π", R"($\pi$)"},      Sign{"ρ", R"($\rho$)"},
    Sign{"σ", R"($\sigma$)"},   Sign{"τ", R"($\tau$)"},   Sign{"υ", R"($\upsilon$)"}, Sign{"φ", R"($\phi$)"},
    Sign{"χ", R"($\chi$)"},     Sign{"ψ", R"($\psi$)"},   Sign{"ω", R"($\omega$)"},   Sign{"Γ", R"($\Gamma$)"},
    Sign{"Δ", R"($\Delta$)"},   Sign{"Θ", R"($\Theta$)"}, Sign{"Λ", R"($\Lambda$)"},  Sign{"Ξ", R"($\Xi$)"},
    Sign{"Π", R"($\Pi$)"},      Sign{"Φ", R"($\Phi$)"},   Sign{"Ψ", R"($\Psi$)"},     Sign{"Ω", R"($\Omega$)"}};

bool is_greek(char32_t point) {
    return point >= 0x370 && point <= 0x3ff;
}

constexpr std::array raised_in_formulas{Sign{"ˢ", R"({}^{\mathrm{s}})"}, Sign{"ᶜ", R"({}^{\mathrm{c}})"}};

/// Letters beyond Latin that TeX's Latin fonts have.
constexpr std::array<std::string_view, 10> known{"‘", "’", "‚", "“", "”", "„", "–", "—", "…", "•"};

constexpr char32_t last_latin = 0x17f;

/// Latin letters that TeX's Latin fonts lack.
constexpr std::array<std::string_view, 9> unknown{"Ħ", "ħ", "ĸ", "Ŀ", "ŀ", "ŉ", "Ŧ", "ŧ", "ſ"};

/// True if only lualatex can set the letter.
bool is_beyond_latin(char32_t point, std::string_view letter) {
    return point > last_latin ? std::ranges::find(known, letter) == known.end()
                              : std::ranges::find(unknown, letter) != unknown.end();
}

/// True for control characters: they have no sign, and TeX refuses them.
bool is_control(char32_t point) {
    return point < 0x20 || (point >= 0x7f && point < 0xa0);
}

/// True for letters of scripts that are written from right to left: Hebrew, Arabic and their neighbours.
bool runs_leftwards(char32_t point) {
    return (point >= 0x590 && point <= 0x8ff) || (point >= 0xfb1d && point <= 0xfdff) ||
           (point >= 0xfe70 && point <= 0xfeff);
}

} // namespace

TexText tex_text(std::string_view text) {
    const std::string valid = valid_utf8(text);
    TexText written;
    bool leftwards = false;
    bool behind_greek = false;
    for (std::string_view rest = valid; !rest.empty();) {
        const auto [point, bytes] = first_letter(rest);
        const std::string_view letter = rest.substr(0, bytes);
        rest.remove_prefix(bytes);
        if (is_control(point))
            continue;
        const auto* sign = std::ranges::find(signs, letter, &Sign::letter);
        const bool stands_alone = !behind_greek && (rest.empty() || !is_greek(first_letter(rest).code));
        behind_greek = is_greek(point);
        if (const auto* of_formulas = std::ranges::find(greek, letter, &Sign::letter);
            of_formulas != greek.end() && stands_alone) {
            written.tex += of_formulas->tex;
            continue;
        }
        const std::string tex(sign != signs.end() ? sign->tex : letter);
        const auto* const accent =
            rest.empty() ? accents.end() : std::ranges::find(accents, first_of(rest), &Sign::letter);
        if (accent != accents.end())
            rest.remove_prefix(accent->letter.size());
        if (accent != accents.end())
            written.tex += fmt::format("{}{{{}}}", accent->tex, tex);
        else if (letter == " " && rest.starts_with("%")) // "25 %" stays on one line
            written.tex += "~";
        else
            written.tex += tex;
        const bool is_set_by_all = sign != signs.end() && point != 0xfffd;
        written.beyond_latin = written.beyond_latin || (!is_set_by_all && is_beyond_latin(point, letter));
        leftwards = leftwards || runs_leftwards(point);
    }
    if (leftwards)
        written.tex = R"({\textdir TRT )" + written.tex + "}";
    return written;
}

namespace {

/// The commands whose braces contain words.
constexpr std::array<std::string_view, 5> commands_of_words{"mathrm", "operatorname", "mathbf", "text", "texttt"};

/// Writes a formula letter by letter. ASCII is already TeX; but words may contain letters that are special in TeX, and
/// mathematical fonts have only few letters beyond ASCII.
class FormulaInTex {
public:
    explicit FormulaInTex(std::string_view formula) : formula_(valid_utf8(formula)), rest_(formula_) {}

    TexText write() && {
        while (!rest_.empty())
            if (rest_.front() == '\\')
                command();
            else
                sign(next_letter());
        return std::move(written_);
    }

private:
    std::string_view take(std::size_t bytes) {
        const std::string_view taken = rest_.substr(0, bytes);
        rest_.remove_prefix(taken.size());
        return taken;
    }

    static bool is_space(std::string_view letter) { return letter == "\n" || letter == "\r" || letter == "\t"; }

    std::string_view next_letter() { return take(first_letter(rest_).bytes); }

    /// Writes a command; its name is letters, or one other letter.
    void command() {
        written_.tex += take(1);
        const auto end = std::ranges::find_if_not(
            rest_, [](char letter) { return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z'); });
        const std::string_view name = take(std::max<std::size_t>(1, static_cast<std::size_t>(end - rest_.begin())));
        written_.tex += name;
        if (std::ranges::find(commands_of_words, name) != commands_of_words.end())
            words(name.starts_with("text"), name == "texttt");
    }

    /// Writes the contents of a command of words. `are_text`: true if the words are set as text already. `are_code`:
    /// true if a quotation mark must stay as typed.
    void words(bool are_text, bool are_code) {
        while (!rest_.empty() && rest_.front() != '{')
            written_.tex += take(1);
        written_.tex += take(1);
        while (!rest_.empty() && rest_.front() != '}') {
            const bool is_meant = rest_.front() == '\\' && rest_.size() > 1;
            if (is_meant)
                take(1);
            const std::string_view letter = next_letter();
            if (is_meant && letter == " ")
                written_.tex += "\\ ";
            else if (are_code && letter == "'")
                written_.tex += R"(\textquotesingle{})";
            else if (are_code && (letter == "<" || letter == ">"))
                written_.tex += letter;
            else if (are_text)
                written_.tex += text(is_space(letter) ? " " : letter);
            else
                sign(letter, true);
        }
    }

    std::string text(std::string_view letter) {
        const TexText text = tex_text(letter);
        written_.beyond_latin = written_.beyond_latin || text.beyond_latin;
        return text.tex;
    }

    /// Writes a letter. `means_itself`: true if a letter that is special in TeX must be escaped.
    void sign(std::string_view letter, bool means_itself = false) {
        constexpr std::string_view special = R"(\{}$&#%_^~)";
        if (is_space(letter))
            letter = " ";
        const bool is_ascii = letter.size() == 1 && letter.front() >= 0x20 && letter.front() < 0x7f;
        if (is_ascii && !(means_itself && special.find(letter) != std::string_view::npos)) {
            written_.tex += letter;
            return;
        }
        if (const auto* raised = std::ranges::find(raised_in_formulas, letter, &Sign::letter);
            raised != raised_in_formulas.end()) {
            written_.tex += raised->tex;
            return;
        }
        const std::string tex = text(letter);
        if (tex.size() == 2 && tex.front() == '\\')
            written_.tex += tex; // \_ and the like work in formulas, too
        else if (tex.size() > 2 && tex.front() == '$' && tex.back() == '$' && !means_itself)
            written_.tex += tex.substr(1, tex.size() - 2) + " ";
        else if (!tex.empty())
            written_.tex += R"(\text{)" + tex + "}";
    }

    std::string formula_;
    std::string_view rest_;
    TexText written_;
};

} // namespace

TexText tex_formula(std::string_view formula) {
    return FormulaInTex(formula).write();
}

} // namespace attn
