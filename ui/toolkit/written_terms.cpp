#include "ui/toolkit/written_terms.h"

#include "core/figure/text.h"

#include <algorithm>
#include <string_view>

namespace attn {

namespace {

bool covers(const Item& item) {
    const auto* ground = std::get_if<Rectangle>(&item.shape());
    return (ground != nullptr && ground->fill.a == 255) || std::holds_alternative<Image>(item.shape());
}

/// Returns the box of the bytes `begin` to `end` of a text; for a rotated text, the box of the whole text.
Box place_of_part(const Text& text, const Box& whole, std::size_t begin, std::size_t end,
                  const Typesetter& typesetter) {
    if (text.direction != Direction::level)
        return whole;
    const std::string_view all = text.text;
    const float left = typesetter.measure(all.substr(0, begin), text.font).width;
    const float right = typesetter.measure(all.substr(0, end), text.font).width;
    return {whole.x + left, whole.y, right - left, whole.height};
}

} // namespace

std::vector<WrittenTerm> written_terms(const Item& item, const Typesetter& typesetter) {
    std::vector<WrittenTerm> written;
    const auto* const text = std::get_if<Text>(&item.shape());
    if (text == nullptr)
        return written;
    const Box whole = bounds(item, typesetter);
    for (auto found = find_term(text->text); found; found = find_term(text->text, found->end))
        written.push_back({found->term, place_of_part(*text, whole, found->begin, found->end, typesetter)});
    return written;
}

std::vector<std::size_t> seen_at(const DisplayList& list, Point point, const Typesetter& typesetter) {
    std::vector<std::size_t> seen;
    for (std::size_t i = list.items.size(); i-- > 0;) {
        const Item& item = list.items[i];
        if (!bounds(item, typesetter).contains(point))
            continue;
        seen.push_back(i);
        if (covers(item))
            break;
    }
    return seen;
}

std::optional<Box> place_of_term(const Scene& scene, const GlossaryTerm& wanted, const Typesetter& typesetter) {
    for (std::size_t i = 0; i < scene.list.items.size(); ++i)
        for (const WrittenTerm& written : written_terms(scene.list.items[i], typesetter)) {
            const auto seen = seen_at(scene.list, written.place.centre(), typesetter);
            if (written.term == &wanted && std::ranges::find(seen, i) != seen.end())
                return written.place;
        }
    return std::nullopt;
}

} // namespace attn
