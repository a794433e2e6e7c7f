#include "core/formula/brackets.h"

#include <algorithm>
#include <array>
#include <utility>

namespace attn {

namespace {

using Corner = FormulaShape::Corner;

/// Mirrors the shape from left to right within the width.
void mirror(FormulaShape& shape, float width) {
    for (Corner& corner : shape.corners)
        corner.x = width - corner.x;
}

FormulaShape parenthesis(float top, float bottom, float width, float stem) {
    const float height = bottom - top;
    const float middle = (top + bottom) / 2;
    FormulaShape shape;
    shape.curved = true;
    // Down the outer edge, up the inner one. The tips are blunt, since sharp ones would break into dots on a screen.
    const float tip = 0.6F * stem;
    shape.corners = {{width, top},
                     {width * 0.42F, top + 0.12F * height},
                     {0, top + 0.30F * height},
                     {0, middle},
                     {0, bottom - 0.30F * height},
                     {width * 0.42F, bottom - 0.12F * height},
                     {width, bottom},
                     {width, bottom},
                     {width, bottom - tip},
                     {width, bottom - tip},
                     {width * 0.42F + 0.7F * stem, bottom - 0.14F * height},
                     {stem, bottom - 0.31F * height},
                     {stem, middle},
                     {stem, top + 0.31F * height},
                     {width * 0.42F + 0.7F * stem, top + 0.14F * height},
                     {width, top + tip}};
    return shape;
}

FormulaBoxes square_bracket(float top, float bottom, float width, float stem, bool opens) {
    FormulaBoxes boxes;
    const float thin = stem * 0.7F;
    boxes.bars = {
        {opens ? 0 : width - stem, top, stem, bottom - top}, {0, top, width, thin}, {0, bottom - thin, width, thin}};
    return boxes;
}

FormulaBoxes enlarged_letters(std::string_view sign, float above, float below, float size,
                              const MeasureLetters& measure) {
    const LetterExtent natural = measure(sign, LetterStyle::roman, size);
    const float natural_height = natural.above + natural.below;
    const float factor = natural_height > 0 ? (above + below) / natural_height : 1;
    FormulaBoxes boxes;
    boxes.width = natural.width * factor;
    boxes.letters.push_back({std::string(sign), LetterStyle::roman, size * factor, 0, below - natural.below * factor});
    return boxes;
}

} // namespace

FormulaBoxes tall_bracket(std::string_view sign, float above, float below, float size, const MeasureLetters& measure) {
    const float stem = size * 0.065F;
    const float side = size * 0.06F;
    const float height = above + below;
    FormulaBoxes boxes;
    if (sign == "(" || sign == ")") {
        const float width = std::max(size * 0.2F, std::min(height * 0.14F, size * 0.5F));
        FormulaShape shape = parenthesis(-above, below, width, stem * 1.45F);
        if (sign == ")")
            mirror(shape, width);
        boxes.shapes.push_back(std::move(shape));
        boxes.width = width;
    } else if (sign == "[" || sign == "]") {
        const float width = size * 0.24F;
        boxes = square_bracket(-above, below, width, stem, sign == "[");
        boxes.width = width;
    } else if (sign == "|") {
        boxes.bars.push_back({0, -above, stem, height});
        boxes.width = stem;
    } else {
        boxes = enlarged_letters(sign, above, below, size, measure);
    }
    FormulaBoxes spaced;
    const float width = boxes.width;
    spaced.append(std::move(boxes), side, 0);
    spaced.width = width + 2 * side;
    spaced.above = above;
    spaced.below = below;
    return spaced;
}

FormulaBoxes root_sign(float top, float bottom, float size, float thickness) {
    const float width = size * 0.62F;
    const float hook = bottom - std::min(0.52F * (bottom - top), 0.62F * size);
    const float thick = size * 0.085F;
    FormulaShape shape;
    shape.corners = {{0, hook + 0.02F * size},
                     {0.24F * width, hook - 0.06F * size},
                     {0.53F * width, bottom - 0.24F * size},
                     {width - thickness, top},
                     {width, top},
                     {width, top + thickness},
                     {0.55F * width, bottom},
                     {0.47F * width, bottom},
                     {0.24F * width - thick * 0.6F, hook + 0.025F * size},
                     {0.02F * size, hook + 0.055F * size}};
    FormulaBoxes boxes;
    boxes.shapes.push_back(std::move(shape));
    boxes.width = width;
    boxes.above = -top;
    boxes.below = bottom;
    return boxes;
}

} // namespace attn
