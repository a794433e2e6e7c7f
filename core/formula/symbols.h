#pragma once

#include "core/formula/formula.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The sign that a command or a typed letter gives.
struct FormulaSymbol {
    std::string_view name; ///< "alpha", "times"; or the letter itself
    std::string_view text; ///< UTF-8
    AtomClass atom = AtomClass::ordinary;
    LetterStyle style = LetterStyle::roman;
    bool large = false;  ///< true: drawn larger in display style
    bool limits = false; ///< true: scripts are above and below in display style
};

/// Returns the sign of a command such as \alpha; `name` has no backslash.
std::optional<FormulaSymbol> symbol_of_command(std::string_view name);

/// Returns the sign of a typed letter: "-" is a minus, "=" a relation.
std::optional<FormulaSymbol> symbol_of_letter(std::string_view letter);

/// Returns the sign that \hat, \tilde or \bar put above a letter; "¯" for \bar.
std::optional<std::string_view> accent_of_command(std::string_view name);

/// Returns the width in ems of a spacing command: \, \: \; \! \quad \qquad.
std::optional<float> space_of_command(std::string_view name);

/// Alphabets of other letters: \boldsymbol and \bm, \mathcal, \mathsf.
enum class Alphabet : std::uint8_t { bold, script, sans };
std::optional<Alphabet> alphabet_of_command(std::string_view name);
/// Returns a Latin letter in script or sans serif, as Unicode has it; other letters are returned unchanged.
std::string letter_in_alphabet(char letter, Alphabet alphabet);

} // namespace attn
