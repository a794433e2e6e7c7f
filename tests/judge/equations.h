#pragma once

#include "core/document/session/session.h"
#include "core/figure/display_list.h"
#include "core/formula/formula.h"
#include "tests/reference/reference.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn::test {

/// The layer that formulas are about, and the head and item of those that name none.
struct SpokenOf {
    const Session& session;
    const Reference& reference;
    Index item = 0;
    std::optional<Index> head{}; ///< nullopt: the formulas hold for each head
};

/// The result of checking a formula.
struct FormulaFindings {
    int compared = 0;                ///< pairs of sides that were evaluated and compared
    std::vector<std::string> wrong;  ///< sides that are not equal, shapes that do not fit
    std::vector<std::string> unread; ///< reasons why a side of an = could not be evaluated
};

/// Evaluates both sides of each = in double precision, for several cells if a formula is about any cell.
FormulaFindings check_equations(const NamedTex& formula, const SpokenOf& layer);

/// Checks the formula of an array, without "symbol =".
FormulaFindings check_formula(const NamedTex& formula, ArrayId array, const SpokenOf& layer);

/// Sentences about italic letters that name nothing.
std::vector<std::string> unnamed_letters(const NamedTex& formula);
/// Sentences about letters that name two things in these formulas.
std::vector<std::string> letters_with_two_meanings(std::span<const NamedTex> formulas, const SpokenOf& layer);

/// The faults of all formulas in a picture: letters that name nothing or two arrays, and equations that do not hold.
std::vector<std::string> formula_complaints(const DisplayList& list, const SpokenOf& layer);

/// True if some numbers of the layer are not those that its formulas make. The window says so beside such numbers.
bool is_overridden(const Layer& layer);

} // namespace attn::test
