#include "core/export/gif_palette.h"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace attn {

namespace {

constexpr std::size_t most_colours = 256;

struct Counted {
    std::uint32_t colour = 0;
    std::size_t count = 0;
};

std::uint32_t part(std::uint32_t colour, unsigned which) {
    return colour >> (8 * which) & 0xffU;
}

/// Colours that will have one entry of the palette, and the channel (red, green or blue) in which they differ most.
struct ColourBox {
    std::vector<Counted> colours;
    unsigned longest = 0;
    std::uint32_t length = 0;
    std::uint32_t middle = 0;

    explicit ColourBox(std::vector<Counted> all) : colours(std::move(all)) {
        for (unsigned which = 0; which < 3; ++which) {
            const auto of = [&](const Counted& counted) { return part(counted.colour, which); };
            const auto [least, most] = std::ranges::minmax(colours, {}, of);
            if (of(most) - of(least) <= length)
                continue;
            longest = which;
            length = of(most) - of(least);
            middle = of(least) + (length + 1) / 2;
        }
    }

    std::uint32_t most_frequent() const { return std::ranges::max(colours, {}, &Counted::count).colour; }

    /// Removes the colours that are not below the middle of the longest channel, and returns them as another box.
    ColourBox halve() {
        const auto brighter = std::stable_partition(colours.begin(), colours.end(), [&](const Counted& counted) {
            return part(counted.colour, longest) < middle;
        });
        std::vector<Counted> rest(brighter, colours.end());
        colours.erase(brighter, colours.end());
        *this = ColourBox(std::move(colours));
        return ColourBox(std::move(rest));
    }
};

/// Returns the colours of the picture with their counts, sorted, so that the same picture always gives the same
/// palette.
std::vector<Counted> count_colours(const Pixels& pixels) {
    std::unordered_map<std::uint32_t, std::size_t> counts;
    for (const std::uint32_t pixel : pixels.rgba)
        ++counts[pixel & 0xffffffU];
    std::vector<Counted> all;
    all.reserve(counts.size());
    for (const auto& [colour, count] : counts)
        all.push_back({colour, count});
    std::ranges::sort(all, {}, &Counted::colour);
    return all;
}

} // namespace

IndexedPixels indexed(const Pixels& pixels) {
    std::vector<ColourBox> boxes;
    std::vector<Counted> all = count_colours(pixels);
    const std::size_t wanted = std::min(all.size(), most_colours);
    boxes.emplace_back(std::move(all));
    while (boxes.size() < wanted)
        boxes.push_back(std::ranges::max_element(boxes, {}, &ColourBox::length)->halve());
    IndexedPixels picture;
    std::unordered_map<std::uint32_t, std::uint8_t> index_of;
    for (const ColourBox& box : boxes) {
        for (const Counted& counted : box.colours)
            index_of.emplace(counted.colour, static_cast<std::uint8_t>(picture.colours.size()));
        picture.colours.push_back(box.most_frequent());
    }
    picture.indices.reserve(pixels.rgba.size());
    for (const std::uint32_t pixel : pixels.rgba)
        picture.indices.push_back(index_of.at(pixel & 0xffffffU));
    return picture;
}

} // namespace attn
