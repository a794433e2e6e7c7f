#include "core/figure/typeset_formula.h"

#include "core/formula/boxes.h"
#include "core/formula/parse.h"

#include <algorithm>

namespace attn {

namespace {

Font font_of(LetterStyle style, float size) {
    return {.family = FontFamily::mathematics,
            .size = size,
            .weight = style == LetterStyle::bold ? FontWeight::bold : FontWeight::regular,
            .italic = style == LetterStyle::italic};
}

void add_filled(DisplayList& list, const FormulaShape& shape, Colour colour) {
    Path path;
    for (const auto& corner : shape.corners)
        path.points.push_back({corner.x, corner.y});
    path.fill = colour;
    path.curved = shape.curved;
    path.closed = true;
    list.add(std::move(path));
}

} // namespace

Typeset typeset(const Formula& formula, float size, Colour colour, const Typesetter& typesetter) {
    const MeasureLetters measure = [&](std::string_view text, LetterStyle style, float letter_size) {
        const TextExtent extent = typesetter.measure(text, font_of(style, letter_size));
        return LetterExtent{extent.width, extent.ink.right(), -extent.ink.y, extent.ink.bottom()};
    };
    FormulaBoxes boxes = lay_out(formula, size, measure);
    Typeset line{.list = {}, .width = boxes.width, .ascent = boxes.above, .descent = boxes.below};
    line.list.add(FormulaMark{.tex = formula.tex,
                              .position = {},
                              .size = size,
                              .colour = colour,
                              .pieces = boxes.letters.size() + boxes.bars.size() + boxes.shapes.size()});
    for (FormulaLetters& letters : boxes.letters)
        line.list.add(Text{.text = std::move(letters.text),
                           .position = {letters.x, letters.y},
                           .font = font_of(letters.style, letters.size),
                           .colour = colour});
    for (const FormulaBar& bar : boxes.bars) {
        Rectangle rectangle;
        rectangle.box = {bar.x, bar.y, bar.width, bar.height};
        rectangle.fill = colour;
        line.list.add(rectangle);
    }
    for (const FormulaShape& shape : boxes.shapes)
        add_filled(line.list, shape, colour);
    return line;
}

Result<Typeset> typeset(std::string_view tex, float size, Colour colour, const Typesetter& typesetter) {
    const auto formula = parse_formula(tex);
    if (!formula)
        return formula.error();
    return typeset(*formula, size, colour, typesetter);
}

} // namespace attn
