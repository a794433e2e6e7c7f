#include "core/figure/pictures/notation.h"

#include "core/figure/typeset_formula.h"

namespace attn {

namespace {

constexpr std::string_view any_head = "(h)";

std::string with_head(std::string tex, Index head) {
    const std::string number = "(" + std::to_string(head + 1) + ")";
    for (std::size_t at = tex.find(any_head); at != std::string::npos; at = tex.find(any_head, at + number.size()))
        tex.replace(at, any_head.size(), number);
    return tex;
}

Typeset plain(const Subject& subject, const std::string& tex, float size, Colour colour) {
    Typeset set;
    Text text{.text = tex,
              .position = {},
              .font = {.family = FontFamily::mathematics, .size = size, .italic = true},
              .colour = colour};
    const TextExtent extent = subject.typesetter.measure(text);
    set.width = extent.width;
    set.ascent = extent.ascent;
    set.descent = extent.descent;
    set.list.add(std::move(text));
    return set;
}

} // namespace

Typeset set_general_formula(const Subject& subject, const std::string& tex, float size, Colour colour) {
    Result<Typeset> set = typeset(tex, size, colour, subject.typesetter);
    return set ? *std::move(set) : plain(subject, tex, size, colour);
}

Typeset set_formula(const Subject& subject, const std::string& tex, float size, Colour colour, Index head) {
    return set_general_formula(subject, with_head(tex, head), size, colour);
}

Typeset set_formula(const Subject& subject, const std::string& tex, float size, Colour colour) {
    return set_formula(subject, tex, size, colour, subject.sight.head);
}

} // namespace attn
