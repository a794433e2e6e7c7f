#include "core/figure/pictures/notation.h"

#include "core/figure/typeset_formula.h"

#include <utility>

namespace attn {

namespace {

Typeset plain(const DrawContext& drawing, const std::string& tex, float size, Colour colour) {
    Typeset set;
    Text text{.text = tex,
              .position = {},
              .font = {.family = FontFamily::mathematics, .size = size, .italic = true},
              .colour = colour};
    const TextExtent extent = drawing.typesetter.measure(text);
    set.width = extent.width;
    set.ascent = extent.ascent;
    set.descent = extent.descent;
    set.list.add(std::move(text));
    return set;
}

} // namespace

Typeset set_tex(const DrawContext& drawing, const std::string& tex, float size, Colour colour) {
    return drawing.cache.formula(tex, size, colour, [&] {
        Result<Typeset> set = typeset(tex, size, colour, drawing.typesetter);
        return set ? *std::move(set) : plain(drawing, tex, size, colour);
    });
}

Typeset set_tex(const DrawContext& drawing, NamedTex tex, float size, Colour colour) {
    Typeset set = set_tex(drawing, tex.tex, size, colour);
    set.list.items.front().change_any<FormulaMark>([&](FormulaMark& mark) { mark.names = std::move(tex.names); });
    return set;
}

Typeset set_general_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour) {
    return set_tex(drawing, named_in_notation(formula, drawing.notation), size, colour);
}

Typeset set_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour, Index head) {
    return set_tex(drawing, named_in_notation(formula, drawing.notation, head), size, colour);
}

Typeset set_formula(const DrawContext& drawing, std::string_view formula, float size, Colour colour) {
    return set_formula(drawing, formula, size, colour, drawing.view_state.head);
}

std::string times_sign(const DrawContext& drawing) {
    return times_sign(drawing.notation);
}

} // namespace attn
