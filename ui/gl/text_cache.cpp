#include "ui/gl/text_cache.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

namespace attn {

namespace {

constexpr int page_side = 1024;
/// The most pages, 32 MiB; beyond them the page that was not seen for longest is replaced.
constexpr std::size_t most_pages = 8;
/// A text is put on a shelf of the atlas that is at most this many pixels higher than the text.
constexpr int shelf_waste = 6;
constexpr Colour any_colour = rgb(0xffffff);

std::uint8_t byte(std::uint32_t pixel, unsigned number) {
    const unsigned place = std::endian::native == std::endian::little ? number : 3 - number;
    return static_cast<std::uint8_t>(pixel >> (8 * place));
}

/// True if a text that was set in white has other colours: only emoji do.
bool has_colours(const TextPixels& pixels) {
    return std::any_of(pixels.rgba.begin(), pixels.rgba.end(), [](std::uint32_t pixel) {
        const std::uint8_t alpha = byte(pixel, 3);
        return byte(pixel, 0) != alpha || byte(pixel, 1) != alpha || byte(pixel, 2) != alpha;
    });
}

/// The pixels with alpha divided out of their colours: ImGui blends straight alpha.
std::vector<std::uint32_t> straight(const std::vector<std::uint32_t>& premultiplied) {
    std::vector<std::uint32_t> result(premultiplied.size());
    std::transform(premultiplied.begin(), premultiplied.end(), result.begin(), [](std::uint32_t pixel) {
        const unsigned alpha = byte(pixel, 3);
        if (alpha == 0)
            return packed(faded(any_colour, 0)); // transparent white: black would darken edges
        const auto divided = [&](unsigned number) {
            return static_cast<std::uint8_t>(std::min(255U, (byte(pixel, number) * 255U + alpha / 2) / alpha));
        };
        return packed({divided(0), divided(1), divided(2), static_cast<std::uint8_t>(alpha)});
    });
    return result;
}

Point baseline_of(const Typesetter& typesetter, const Text& text) {
    return turned(typesetter.baseline_start(text), text.direction);
}

} // namespace

TextCache::TextCache(const Typesetter& typesetter) : typesetter_(&typesetter) {}

std::size_t TextCache::Hash::operator()(const Key& key) const {
    std::size_t hash = std::hash<std::string>()(key.text);
    for (const std::size_t part :
         {std::hash<float>()(key.font.size), std::hash<float>()(key.font.letter_spacing), std::hash<float>()(key.scale),
          static_cast<std::size_t>(key.font.weight), static_cast<std::size_t>(key.font.family),
          static_cast<std::size_t>(key.font.italic), static_cast<std::size_t>(key.direction),
          static_cast<std::size_t>(packed(key.colour)), static_cast<std::size_t>(key.grey)})
        hash = hash * 31 + part;
    return hash;
}

void TextCache::begin_frame(float scale) {
    scale_ = scale;
    ++frame_;
}

void TextCache::draw(ImDrawList& list, const Text& text, Point origin) {
    if (text.text.empty() || !text.colour.visible())
        return;
    const Entry& entry = find_or_set(text);
    if (entry.page == nullptr)
        return;
    entry.page->last_used = frame_;
    const Point corner = origin + text.position + baseline_of(*typesetter_, text) + entry.offset;
    const float x = std::round(corner.x * scale_) / scale_;
    const float y = std::round(corner.y * scale_) / scale_;
    const auto width = static_cast<float>(entry.width);
    const auto height = static_cast<float>(entry.height);
    const auto page_width = static_cast<float>(entry.page->texture.width());
    const auto page_height = static_cast<float>(entry.page->texture.height());
    const auto left = static_cast<float>(entry.x);
    const auto top = static_cast<float>(entry.y);
    const Colour tint = entry.coloured ? any_colour : text.colour;
    list.AddImage(entry.page->texture.id(), {x, y}, {x + width / scale_, y + height / scale_},
                  {left / page_width, top / page_height}, {(left + width) / page_width, (top + height) / page_height},
                  IM_COL32(tint.r, tint.g, tint.b, tint.a));
}

TextCache::Entry& TextCache::find_or_set(const Text& text) {
    Key key{text.text, text.font, text.direction, scale_, any_colour, false};
    auto known = entries_.find(key);
    if (known != entries_.end() && !known->second.coloured)
        return known->second;
    // Set from its baseline, so that a text is kept once however it is anchored.
    Text from_baseline = text;
    from_baseline.position = {};
    from_baseline.horizontal = Horizontal::left;
    from_baseline.vertical = Vertical::baseline;
    from_baseline.grey = false;
    if (known == entries_.end()) {
        from_baseline.colour = any_colour;
        const TextPixels pixels = typesetter_->rasterise(from_baseline, scale_);
        const bool coloured = has_colours(pixels);
        Entry& entry = set(key, pixels, coloured);
        if (!coloured || (text.colour == any_colour && !text.grey))
            return entry;
    }
    // Letters among emoji have the text's own colour, which is therefore part of the key.
    key.colour = text.colour;
    key.grey = text.grey;
    known = entries_.find(key);
    if (known != entries_.end())
        return known->second;
    from_baseline.colour = text.colour;
    from_baseline.grey = text.grey;
    return set(std::move(key), typesetter_->rasterise(from_baseline, scale_), true);
}

TextCache::Entry& TextCache::set(Key key, const TextPixels& pixels, bool coloured) {
    Entry entry;
    entry.offset = pixels.offset;
    entry.coloured = coloured;
    if (!pixels.rgba.empty()) {
        const Place place = room_for(pixels.width, pixels.height);
        place.page->texture.replace(place.x, place.y, pixels.width, pixels.height, straight(pixels.rgba));
        place.page->keys.push_back(key);
        place.page->last_used = frame_;
        entry.page = place.page;
        entry.x = place.x;
        entry.y = place.y;
        entry.width = pixels.width;
        entry.height = pixels.height;
    }
    return entries_.insert_or_assign(std::move(key), entry).first->second;
}

TextCache::Place TextCache::room_for(int width, int height) {
    // A pixel stays free between neighbours, so that none bleeds into the other.
    const int wide = width + 1;
    const int high = height + 1;
    for (Page& page : pages_) {
        if (page.shelf_used + wide <= page.texture.width() && high <= page.shelf_height &&
            page.shelf_height - high <= shelf_waste) {
            const Place place{&page, page.shelf_used, page.shelf_top};
            page.shelf_used += wide;
            return place;
        }
    }
    const auto new_shelf = [&](Page& page) -> Place {
        page.shelf_top += page.shelf_height;
        page.shelf_height = high;
        page.shelf_used = wide;
        return {&page, 0, page.shelf_top};
    };
    for (Page& page : pages_)
        if (wide <= page.texture.width() && page.shelf_top + page.shelf_height + high <= page.texture.height())
            return new_shelf(page);
    return new_shelf(fresh_page(wide, high));
}

TextCache::Page& TextCache::fresh_page(int width, int height) {
    if (pages_.size() >= most_pages) {
        const auto oldest = std::min_element(pages_.begin(), pages_.end(),
                                             [](const Page& a, const Page& b) { return a.last_used < b.last_used; });
        // A page that this frame has painted must stay until it is on the screen.
        if (oldest->last_used != frame_) {
            for (const Key& key : oldest->keys)
                entries_.erase(key);
            pages_.erase(oldest);
        }
    }
    Page& page = pages_.emplace_back();
    page.texture = Texture(std::max(page_side, width), std::max(page_side, height), {}, Texture::Filter::linear);
    page.last_used = frame_;
    return page;
}

} // namespace attn
