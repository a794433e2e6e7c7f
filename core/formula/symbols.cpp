#include "core/formula/symbols.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

using enum AtomClass;
using enum LetterStyle;

constexpr std::array commands{
    Symbol{"alpha", "α", ordinary, italic},
    Symbol{"beta", "β", ordinary, italic},
    Symbol{"gamma", "γ", ordinary, italic},
    Symbol{"delta", "δ", ordinary, italic},
    Symbol{"epsilon", "ε", ordinary, italic},
    Symbol{"theta", "θ", ordinary, italic},
    Symbol{"kappa", "κ", ordinary, italic},
    Symbol{"lambda", "λ", ordinary, italic},
    Symbol{"mu", "μ", ordinary, italic},
    Symbol{"pi", "π", ordinary, italic},
    Symbol{"rho", "ρ", ordinary, italic},
    Symbol{"sigma", "σ", ordinary, italic},
    Symbol{"tau", "τ", ordinary, italic},
    Symbol{"phi", "φ", ordinary, italic},
    Symbol{"omega", "ω", ordinary, italic},
    Symbol{"Delta", "Δ"},
    Symbol{"Sigma", "Σ"},
    Symbol{"Omega", "Ω"},
    Symbol{"infty", "∞"},
    Symbol{"top", "⊤"},
    Symbol{"bot", "⊥"},
    Symbol{"prime", "′"},
    Symbol{"ell", "ℓ"},
    Symbol{"partial", "∂", ordinary, italic},
    Symbol{"ldots", "…", inner},
    Symbol{"dots", "…", inner},
    Symbol{"cdots", "⋯", inner},
    Symbol{"vdots", "⋮"},
    Symbol{"ddots", "⋱", inner},
    Symbol{"%", "%"},
    Symbol{"_", "_"},
    Symbol{"&", "&"},
    Symbol{"#", "#"},
    Symbol{"cdot", "⋅", binary},
    Symbol{"times", "×", binary},
    Symbol{"div", "÷", binary},
    Symbol{"pm", "±", binary},
    Symbol{"odot", "⊙", binary},
    Symbol{"oplus", "⊕", binary},
    Symbol{"otimes", "⊗", binary},
    Symbol{"circ", "∘", binary},
    Symbol{"le", "≤", relation},
    Symbol{"leq", "≤", relation},
    Symbol{"ge", "≥", relation},
    Symbol{"geq", "≥", relation},
    Symbol{"ne", "≠", relation},
    Symbol{"neq", "≠", relation},
    Symbol{"approx", "≈", relation},
    Symbol{"equiv", "≡", relation},
    Symbol{"sim", "∼", relation},
    Symbol{"in", "∈", relation},
    Symbol{"to", "→", relation},
    Symbol{"rightarrow", "→", relation},
    Symbol{"leftarrow", "←", relation},
    Symbol{"mapsto", "↦", relation},
    Symbol{"mid", "∣", relation},
    Symbol{"{", "{", opening},
    Symbol{"}", "}", closing},
    Symbol{"langle", "⟨", opening},
    Symbol{"rangle", "⟩", closing},
    Symbol{"lvert", "|", opening},
    Symbol{"rvert", "|", closing},
    Symbol{"|", "‖"},
    Symbol{"exp", "exp", large_operator},
    Symbol{"log", "log", large_operator},
    Symbol{"ln", "ln", large_operator},
    Symbol{"sin", "sin", large_operator},
    Symbol{"cos", "cos", large_operator},
    Symbol{"max", "max", large_operator, roman, false, true},
    Symbol{"min", "min", large_operator, roman, false, true},
    Symbol{"sum", "∑", large_operator, roman, true, true},
    Symbol{"prod", "∏", large_operator, roman, true, true},
};

constexpr std::array letter_table{
    Symbol{"+", "+", binary},
    Symbol{"-", "−", binary},
    Symbol{"−", "−", binary},
    Symbol{"*", "∗", binary},
    Symbol{"×", "×", binary},
    Symbol{"·", "⋅", binary},
    Symbol{"⋅", "⋅", binary},
    Symbol{"=", "=", relation},
    Symbol{"<", "<", relation},
    Symbol{">", ">", relation},
    Symbol{":", ":", relation},
    Symbol{"≤", "≤", relation},
    Symbol{"≥", "≥", relation},
    Symbol{"≈", "≈", relation},
    Symbol{"(", "(", opening},
    Symbol{"[", "[", opening},
    Symbol{")", ")", closing},
    Symbol{"]", "]", closing},
    Symbol{",", ",", punctuation},
    Symbol{";", ";", punctuation},
    Symbol{"!", "!", closing},
    Symbol{"/", "/"},
    Symbol{"|", "|"},
    Symbol{"?", "?", closing},
    Symbol{"\"", "\""},
    Symbol{"@", "@"},
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

constexpr std::array accents{Accent{"hat", "ˆ"}, Accent{"tilde", "˜"}, Accent{"bar", "¯"}};

template <class Table>
auto find_in(const Table& rows, std::string_view name) {
    using Row = typename Table::value_type;
    const auto* row = std::ranges::find(rows, name, &Row::name);
    return row == rows.end() ? std::nullopt : std::optional<Row>(*row);
}

} // namespace

std::optional<Symbol> symbol_of_command(std::string_view name) {
    return find_in(commands, name);
}

std::optional<Symbol> symbol_of_letter(std::string_view letter) {
    return find_in(letter_table, letter);
}

std::optional<std::string_view> accent_of_command(std::string_view name) {
    const auto accent = find_in(accents, name);
    return accent ? std::optional(accent->text) : std::nullopt;
}

std::optional<float> space_of_command(std::string_view name) {
    const auto space = find_in(spaces, name);
    return space ? std::optional(space->ems) : std::nullopt;
}

} // namespace attn
