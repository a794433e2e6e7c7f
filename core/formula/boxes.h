#pragma once

#include "core/formula/formula.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The size of a string of letters. `above` and `below` are distances from the baseline.
struct LetterExtent {
    float width = 0;     ///< distance from the string's origin to the origin of what follows
    float ink_right = 0; ///< right end of the ink
    float above = 0;     ///< height of the ink above the baseline
    float below = 0;     ///< depth of the ink below the baseline
};

/// Measures a string of letters in a style; the size and the result have the same unit.
using MeasureLetters = std::function<LetterExtent(std::string_view text, LetterStyle style, float size)>;

/// Letters of a formula's layout. All positions are relative to the left end of the formula's baseline; y increases
/// downwards.
struct FormulaLetters {
    std::string text;
    LetterStyle style = LetterStyle::roman;
    float size = 0;
    float x = 0; ///< left end of the baseline
    float y = 0;
};

/// A filled bar of a fraction, a root or a square bracket.
struct FormulaBar {
    float x = 0;
    float y = 0; ///< upper edge
    float width = 0;
    float height = 0;
};

/// A filled shape of straight lines or, if curved, of cubic Bézier curves (a start, then three points each).
struct FormulaShape {
    struct Corner {
        float x = 0;
        float y = 0;
    };
    std::vector<Corner> corners;
    bool curved = false;
};

struct FormulaBoxes {
    std::vector<FormulaLetters> letters;
    std::vector<FormulaBar> bars;
    std::vector<FormulaShape> shapes;
    float width = 0;
    float above = 0; ///< extent above the baseline
    float below = 0; ///< extent below the baseline
    /// The distance by which the last letter leans beyond the start of its subscript; included in `width`.
    float leaning = 0;

    void append(FormulaBoxes other, float x, float y);
};

/// Returns the layout of a formula with letters of `size` in display style: limits above and below sums, tall
/// fractions.
FormulaBoxes lay_out(const Formula& formula, float size, const MeasureLetters& measure);

} // namespace attn
