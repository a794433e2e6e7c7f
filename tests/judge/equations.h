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

/// Of which layer formulas speak, and of which head and item where they say none.
struct SpokenOf {
    const Session& session;
    const Reference& reference;
    Index item = 0;
    std::optional<Index> head{}; ///< none: they hold for each
};

/// What was found of a formula.
struct FormulaFindings {
    int compared = 0;                ///< pairs of sides that were worked out and are equal, or not
    std::vector<std::string> wrong;  ///< sides that are not equal, shapes that do not fit
    std::vector<std::string> unread; ///< why a side beside an = could not be worked out
};

/// Works both sides of each = out in double precision, for several cells where a formula speaks of any.
FormulaFindings check_equations(const NamedTex& formula, const SpokenOf& layer);

/// The same of what an array is said to be: its formula, without "symbol =".
FormulaFindings check_formula(const NamedTex& formula, ArrayId array, const SpokenOf& layer);

/// Italic letters that name nothing, and letters that name two things at once in these formulas, a sentence each.
std::vector<std::string> unnamed_letters(const NamedTex& formula);
std::vector<std::string> letters_with_two_meanings(std::span<const NamedTex> formulas, const SpokenOf& layer);

/// All that is wrong with the formulas of a picture: letters that name nothing, or two arrays; equations that are none.
std::vector<std::string> formula_complaints(const DisplayList& list, const SpokenOf& layer);

/// Whether numbers of the layer are others than its formulas make: such are said where they are shown.
bool is_overridden(const Layer& layer);

} // namespace attn::test
