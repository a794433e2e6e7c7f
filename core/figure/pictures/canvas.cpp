#include "core/figure/pictures/canvas.h"

#include <utility>

namespace attn {

Item& Canvas::add(ItemShape shape, Target target) {
    Item& item = list_.add(std::move(shape), std::move(target));
    item.clip = clip();
    return item;
}

Item& Canvas::add_box(const Box& box, Colour fill, const Stroke& edge, float corner_radius) {
    Rectangle rectangle;
    rectangle.box = box;
    rectangle.fill = fill;
    rectangle.stroke = edge;
    rectangle.corner_radius = corner_radius;
    return add(rectangle);
}

Item& Canvas::add_disc(Point middle, float size, Colour fill, const Stroke& edge) {
    return add_box({middle.x - size / 2, middle.y - size / 2, size, size}, fill, edge, size / 2);
}

Item& Canvas::add_place(const Box& box, Target target) {
    Rectangle place;
    place.box = box;
    return add(place, std::move(target));
}

Item& Canvas::add_line(Point from, Point to, const Stroke& stroke) {
    return add(line(from, to, stroke));
}

Item& Canvas::add_way(std::vector<Point> points, const Stroke& stroke, bool is_curved) {
    Path path;
    path.points = std::move(points);
    path.stroke = stroke;
    path.curved = is_curved;
    return add(std::move(path));
}

float Canvas::width_of(std::string_view text, const Font& font) const {
    return drawing_.typesetter.measure(text, font).width;
}

Item& Canvas::add_text(Point baseline, std::string text, Colour colour, const Font& font, Horizontal horizontal) {
    return list_.add(
        Text{.text = std::move(text), .position = baseline, .font = font, .colour = colour, .horizontal = horizontal});
}

Item& Canvas::add_text_about(Point middle, std::string text, Colour colour, const Font& font, Horizontal horizontal) {
    return add(Text{.text = std::move(text),
                    .position = middle,
                    .font = font,
                    .colour = colour,
                    .horizontal = horizontal,
                    .vertical = Vertical::middle});
}

Item& Canvas::add_claim(Point baseline, Claim claim, Colour colour, const Font& font, Horizontal horizontal) {
    const std::size_t first = list_.items.size();
    if (claim.text.has_symbols()) {
        const float width = line_width(drawing_.typesetter, claim.text, font);
        const float left = horizontal == Horizontal::left     ? baseline.x
                           : horizontal == Horizontal::centre ? baseline.x - width / 2
                                                              : baseline.x - width;
        attn::add_line(list_, drawing_.typesetter, {left, baseline.y}, claim.text, colour, font);
    } else {
        add_text(baseline, claim.text.letters(), colour, font, horizontal);
    }
    attach_claims(list_, first, {std::move(claim)});
    return list_.items[first];
}

float Canvas::add_claims(Point at, const Claims& claims, Colour colour, const Font& font, float line_height) {
    return add_paragraph(list_, drawing_.typesetter, at, area_.right() - at.x, claims, colour, font, line_height);
}

} // namespace attn
