#include "core/figure/pictures/text_layout.h"

#include <memory>
#include <string_view>
#include <vector>

namespace attn {

namespace {

constexpr float subscript_drop = 0.2F; // as a part of the letters' size

Font subscript_of(Font font) {
    font.size *= 0.75F;
    return font;
}

/// The distance by which a subscript is below its line, or an exponent above it (negative).
float shift_of(const LetterRun& run, const Font& font) {
    constexpr float rise = 0.36F;
    return run.level < 0 ? font.size * subscript_drop : run.level > 0 ? -font.size * rise : 0;
}

} // namespace

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

std::string fitting_text(DisplayList& list, const Typesetter& typesetter, std::string_view text, const Font& font,
                         float width) {
    std::string fitting = typesetter.shortened(text, font, width);
    list.lacks_words = list.lacks_words || fitting != text;
    return fitting;
}

float line_width(const Typesetter& typesetter, const Prose& line, const Font& font) {
    float width = 0;
    for (const LetterRun& run : line.runs())
        width += typesetter.measure(run.letters, run.level != 0 ? subscript_of(font) : font).width;
    return width;
}

float add_line(DisplayList& list, const Typesetter& typesetter, Point at, const Prose& line, Colour colour,
               const Font& font) {
    const float begin = at.x;
    const std::size_t first = list.items.size();
    const std::vector<LetterRun> runs = line.runs();
    for (const LetterRun& run : runs)
        at.x += add_text(list, typesetter, at + Point{0, shift_of(run, font)}, run.letters, colour,
                         run.level != 0 ? subscript_of(font) : font);
    if (line.has_symbols() && !runs.empty())
        list.items.at(first).change_any<Text>([&](Text& text) {
            text.line = std::make_shared<const TextLine>(TextLine{line.tex(), runs.size()});
        });
    return at.x - begin;
}

float add_paragraph(DisplayList& list, const Typesetter& typesetter, Point at, float width, const Prose& text,
                    Colour colour, Font font, float line_height) {
    const float space = typesetter.measure(" ", font).width;
    float y = at.y;
    Prose line;
    float end = 0;
    const auto flush = [&] {
        add_line(list, typesetter, {at.x, y}, line, colour, font);
        y += line_height;
        line = {};
        end = 0;
    };
    for (const Prose& word : text.words()) {
        const float word_width = line_width(typesetter, word, font);
        if (!line.empty() && end + space + word_width > width)
            flush();
        end += (line.empty() ? 0 : space) + word_width;
        line += (line.empty() ? Prose() : Prose(" ")) + word;
    }
    if (!line.empty())
        flush();
    return y - at.y;
}

float add_paragraph(DisplayList& list, const Typesetter& typesetter, Point at, float width, const Claims& claims,
                    Colour colour, Font font, float line_height) {
    const std::size_t first = list.items.size();
    const float height = add_paragraph(list, typesetter, at, width, prose_of(claims), colour, font, line_height);
    attach_claims(list, first, claims);
    return height;
}

void attach_claims(DisplayList& list, std::size_t first, const Claims& claims) {
    for (std::size_t place = first; place < list.items.size(); ++place)
        list.items[place].says = ShownClaims{claims};
}

void attach_claims(DisplayList& list, const Claims& claims) {
    list.items.back().says = ShownClaims{claims};
}

float paragraph_height(const Typesetter& typesetter, float width, const Prose& text, float line_height) {
    DisplayList unseen;
    return add_paragraph(unseen, typesetter, {}, width, text, Colour(), Font(), line_height);
}

void add_rule(DisplayList& list, Point from, Point to, Colour colour) {
    const bool upright = from.x == to.x;
    Rectangle rule;
    rule.box = {from.x, from.y, upright ? 1 : to.x - from.x, upright ? to.y - from.y : 1};
    rule.fill = colour;
    list.add(rule);
}

} // namespace attn
