#include "core/figure/pictures/text_layout.h"

namespace attn {

Font bold(float size) {
    return {.size = size, .weight = FontWeight::semibold};
}

Font small() {
    return {.size = type_size::small};
}

float add_text(DisplayList& list, const Typesetter& typesetter, Point at, std::string text, Colour colour, Font font,
               Horizontal horizontal, Target target) {
    Text shown;
    shown.text = std::move(text);
    shown.position = at;
    shown.font = font;
    shown.colour = colour;
    shown.horizontal = horizontal;
    const float width = typesetter.measure(shown).width;
    list.add(std::move(shown), std::move(target));
    return width;
}

float add_paragraph(DisplayList& list, const Typesetter& typesetter, Point at, float width, const std::string& text,
                    Colour colour, Font font, float line_height) {
    float y = at.y;
    std::string line;
    const auto flush = [&] {
        add_text(list, typesetter, {at.x, y}, line, colour, font);
        y += line_height;
        line.clear();
    };
    std::size_t begin = 0;
    while (begin < text.size()) {
        const std::size_t space = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, space - begin);
        std::string longer = line;
        longer.append(line.empty() ? "" : " ").append(word);
        if (!line.empty() && typesetter.measure(longer, font).width > width) {
            flush();
            line = word;
        } else
            line = std::move(longer);
        begin = space + 1;
    }
    if (!line.empty())
        flush();
    return y - at.y;
}

void add_rule(DisplayList& list, Point from, Point to, Colour colour) {
    const bool upright = from.x == to.x;
    Rectangle rule;
    rule.box = {from.x, from.y, upright ? 1 : to.x - from.x, upright ? to.y - from.y : 1};
    rule.fill = colour;
    list.add(rule);
}

} // namespace attn
