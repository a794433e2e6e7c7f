#include "core/formula/symbols.h"

#include "core/files/utf8.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

using enum AtomClass;
using enum LetterStyle;

constexpr std::array commands{
    FormulaSymbol{"alpha", "α", ordinary, italic},
    FormulaSymbol{"beta", "β", ordinary, italic},
    FormulaSymbol{"gamma", "γ", ordinary, italic},
    FormulaSymbol{"delta", "δ", ordinary, italic},
    FormulaSymbol{"epsilon", "ε", ordinary, italic},
    FormulaSymbol{"zeta", "ζ", ordinary, italic},
    FormulaSymbol{"eta", "η", ordinary, italic},
    FormulaSymbol{"varepsilon", "ε", ordinary, italic},
    FormulaSymbol{"theta", "θ", ordinary, italic},
    FormulaSymbol{"vartheta", "ϑ", ordinary, italic},
    FormulaSymbol{"iota", "ι", ordinary, italic},
    FormulaSymbol{"kappa", "κ", ordinary, italic},
    FormulaSymbol{"lambda", "λ", ordinary, italic},
    FormulaSymbol{"mu", "μ", ordinary, italic},
    FormulaSymbol{"nu", "ν", ordinary, italic},
    FormulaSymbol{"xi", "ξ", ordinary, italic},
    FormulaSymbol{"pi", "π", ordinary, italic},
    FormulaSymbol{"varpi", "ϖ", ordinary, italic},
    FormulaSymbol{"rho", "ρ", ordinary, italic},
    FormulaSymbol{"varrho", "ϱ", ordinary, italic},
    FormulaSymbol{"sigma", "σ", ordinary, italic},
    FormulaSymbol{"varsigma", "ς", ordinary, italic},
    FormulaSymbol{"tau", "τ", ordinary, italic},
    FormulaSymbol{"upsilon", "υ", ordinary, italic},
    FormulaSymbol{"phi", "ϕ", ordinary, italic},
    FormulaSymbol{"varphi", "φ", ordinary, italic},
    FormulaSymbol{"chi", "χ", ordinary, italic},
    FormulaSymbol{"psi", "ψ", ordinary, italic},
    FormulaSymbol{"omega", "ω", ordinary, italic},
    FormulaSymbol{"Gamma", "Γ"},
    FormulaSymbol{"Delta", "Δ"},
    FormulaSymbol{"Theta", "Θ"},
    FormulaSymbol{"Lambda", "Λ"},
    FormulaSymbol{"Xi", "Ξ"},
    FormulaSymbol{"Pi", "Π"},
    FormulaSymbol{"Sigma", "Σ"},
    FormulaSymbol{"Upsilon", "Υ"},
    FormulaSymbol{"Phi", "Φ"},
    FormulaSymbol{"Psi", "Ψ"},
    FormulaSymbol{"Omega", "Ω"},
    FormulaSymbol{"infty", "∞"},
    FormulaSymbol{"top", "⊤"},
    FormulaSymbol{"bot", "⊥"},
    FormulaSymbol{"prime", "′"},
    FormulaSymbol{"ell", "ℓ"},
    FormulaSymbol{"partial", "∂", ordinary, italic},
    FormulaSymbol{"ldots", "…", inner},
    FormulaSymbol{"dots", "…", inner},
    FormulaSymbol{"cdots", "⋯", inner},
    FormulaSymbol{"vdots", "⋮"},
    FormulaSymbol{"ddots", "⋱", inner},
    FormulaSymbol{"%", "%"},
    FormulaSymbol{"_", "_"},
    FormulaSymbol{"&", "&"},
    FormulaSymbol{"#", "#"},
    FormulaSymbol{"cdot", "⋅", binary},
    FormulaSymbol{"times", "×", binary},
    FormulaSymbol{"div", "÷", binary},
    FormulaSymbol{"pm", "±", binary},
    FormulaSymbol{"odot", "⊙", binary},
    FormulaSymbol{"oplus", "⊕", binary},
    FormulaSymbol{"otimes", "⊗", binary},
    FormulaSymbol{"circ", "∘", binary},
    FormulaSymbol{"le", "≤", relation},
    FormulaSymbol{"leq", "≤", relation},
    FormulaSymbol{"ge", "≥", relation},
    FormulaSymbol{"geq", "≥", relation},
    FormulaSymbol{"ne", "≠", relation},
    FormulaSymbol{"neq", "≠", relation},
    FormulaSymbol{"approx", "≈", relation},
    FormulaSymbol{"equiv", "≡", relation},
    FormulaSymbol{"sim", "∼", relation},
    FormulaSymbol{"in", "∈", relation},
    FormulaSymbol{"to", "→", relation},
    FormulaSymbol{"rightarrow", "→", relation},
    FormulaSymbol{"Leftrightarrow", "⇔", relation},
    FormulaSymbol{"lt", "<", relation},
    FormulaSymbol{"gt", ">", relation},
    FormulaSymbol{"leftarrow", "←", relation},
    FormulaSymbol{"mapsto", "↦", relation},
    FormulaSymbol{"mid", "∣", relation},
    FormulaSymbol{"{", "{", opening},
    FormulaSymbol{"}", "}", closing},
    FormulaSymbol{"langle", "⟨", opening},
    FormulaSymbol{"rangle", "⟩", closing},
    FormulaSymbol{"lvert", "|", opening},
    FormulaSymbol{"rvert", "|", closing},
    FormulaSymbol{"|", "‖"},
    FormulaSymbol{"exp", "exp", large_operator},
    FormulaSymbol{"log", "log", large_operator},
    FormulaSymbol{"ln", "ln", large_operator},
    FormulaSymbol{"sin", "sin", large_operator},
    FormulaSymbol{"cos", "cos", large_operator},
    FormulaSymbol{"tanh", "tanh", large_operator},
    FormulaSymbol{"max", "max", large_operator, roman, false, true},
    FormulaSymbol{"min", "min", large_operator, roman, false, true},
    FormulaSymbol{"sum", "∑", large_operator, roman, true, true},
    FormulaSymbol{"prod", "∏", large_operator, roman, true, true},
};

constexpr std::array letter_table{
    FormulaSymbol{"+", "+", binary},
    FormulaSymbol{"-", "−", binary},
    FormulaSymbol{"−", "−", binary},
    FormulaSymbol{"*", "∗", binary},
    FormulaSymbol{"×", "×", binary},
    FormulaSymbol{"·", "⋅", binary},
    FormulaSymbol{"⋅", "⋅", binary},
    FormulaSymbol{"=", "=", relation},
    FormulaSymbol{"<", "<", relation},
    FormulaSymbol{">", ">", relation},
    FormulaSymbol{":", ":", relation},
    FormulaSymbol{"≤", "≤", relation},
    FormulaSymbol{"≥", "≥", relation},
    FormulaSymbol{"≈", "≈", relation},
    FormulaSymbol{"(", "(", opening},
    FormulaSymbol{"[", "[", opening},
    FormulaSymbol{")", ")", closing},
    FormulaSymbol{"]", "]", closing},
    FormulaSymbol{",", ",", punctuation},
    FormulaSymbol{";", ";", punctuation},
    FormulaSymbol{"!", "!", closing},
    FormulaSymbol{"/", "/"},
    FormulaSymbol{"|", "|"},
    FormulaSymbol{"?", "?", closing},
    FormulaSymbol{"\"", "\""},
    FormulaSymbol{"@", "@"},
};

struct Space {
    std::string_view name;
    float ems;
};

constexpr std::array spaces{
    Space{",", 3 / 18.0F},  Space{":", 4 / 18.0F}, Space{">", 4 / 18.0F}, Space{";", 5 / 18.0F},
    Space{"!", -3 / 18.0F}, Space{" ", 0.25F},     Space{"quad", 1},      Space{"qquad", 2},
};

struct Accent {
    std::string_view name;
    std::string_view text;
};

constexpr std::array accents{Accent{"hat", "ˆ"},   Accent{"tilde", "˜"}, Accent{"bar", "¯"},   Accent{"check", "ˇ"},
                             Accent{"dot", "˙"},   Accent{"ddot", "¨"},  Accent{"breve", "˘"}, Accent{"acute", "´"},
                             Accent{"grave", "ˋ"}, Accent{"vec", "→"}};

template <class Table>
auto find_in(const Table& rows, std::string_view name) {
    using Row = typename Table::value_type;
    const auto* row = std::ranges::find(rows, name, &Row::name);
    return row == rows.end() ? std::nullopt : std::optional<Row>(*row);
}

} // namespace

std::optional<FormulaSymbol> symbol_of_command(std::string_view name) {
    return find_in(commands, name);
}

std::optional<FormulaSymbol> symbol_of_letter(std::string_view letter) {
    return find_in(letter_table, letter);
}

std::optional<std::string_view> accent_of_command(std::string_view name) {
    const auto accent = find_in(accents, name);
    return accent ? std::optional(accent->text) : std::nullopt;
}

std::optional<Alphabet> alphabet_of_command(std::string_view name) {
    if (name == "boldsymbol" || name == "bm")
        return Alphabet::bold;
    if (name == "mathcal")
        return Alphabet::script;
    return name == "mathsf" ? std::optional(Alphabet::sans) : std::nullopt;
}

std::string letter_in_alphabet(char letter, Alphabet alphabet) {
    // Some letters of script are older than the block of the others (Mathematical Alphanumeric Symbols, 1D400–1D7FF).
    constexpr std::u32string_view before{U"BEFHILMRego"};
    constexpr std::u32string_view there{U"ℬℰℱℋℐℒℳℛℯℊℴ"};
    const bool is_capital = letter >= 'A' && letter <= 'Z';
    if (!is_capital && !(letter >= 'a' && letter <= 'z'))
        return {letter};
    const std::size_t at =
        alphabet == Alphabet::script ? before.find(static_cast<char32_t>(letter)) : std::u32string_view::npos;
    const char32_t first = alphabet == Alphabet::script ? 0x1d49c : 0x1d5a0;
    const int place = is_capital ? letter - 'A' : 26 + letter - 'a';
    std::string text;
    append_letter(text, at == std::u32string_view::npos ? first + static_cast<char32_t>(place) : there[at]);
    return text;
}

std::optional<float> space_of_command(std::string_view name) {
    const auto space = find_in(spaces, name);
    return space ? std::optional(space->ems) : std::nullopt;
}

} // namespace attn
