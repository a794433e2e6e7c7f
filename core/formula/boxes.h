#pragma once

#include "core/formula/formula.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The size of some letters set in one go. Above and below count from the baseline, positive away from it.
struct LetterExtent {
    float width = 0;     ///< how far the pen moves
    float ink_right = 0; ///< where the blackened part ends
    float above = 0;     ///< how far it reaches above the baseline
    float below = 0;     ///< and below it
};

/// Measures letters of a style at a size; both in the same unit.
using MeasureLetters = std::function<LetterExtent(std::string_view text, LetterStyle style, float size)>;

/// Pieces of a formula that is laid out. All places are relative to the left end of its baseline; y grows downwards.
struct FormulaLetters {
    std::string text;
    LetterStyle style = LetterStyle::roman;
    float size = 0;
    float x = 0; ///< left end of the baseline
    float y = 0;
};

/// A filled bar: of a fraction, a root, a square bracket.
struct FormulaBar {
    float x = 0;
    float y = 0; ///< upper edge
    float width = 0;
    float height = 0;
};

/// A filled shape: of straight lines, or, when curved, of cubic Bézier curves (a start, then three points each).
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
    float above = 0; ///< how far it reaches above the baseline
    float below = 0; ///< and below it
    /// How far the last letter leans beyond where its subscript begins; part of `width`.
    float leaning = 0;

    void append(FormulaBoxes other, float x, float y);
};

/// Lays a formula out with letters of `size`, in display style: sums with limits above and below, tall fractions.
FormulaBoxes lay_out(const Formula& formula, float size, const MeasureLetters& measure);

} // namespace attn
