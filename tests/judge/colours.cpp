#include "tests/judge/colours.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn::test {

namespace {

bool is_coloured(Colour colour) {
    constexpr int tint = 20; // the inks and papers themselves have one
    const auto [least, most] = std::minmax({colour.r, colour.g, colour.b});
    return colour.visible() && most - least > tint;
}

std::vector<Colour> colours_of(const Item& item) {
    if (const auto* rectangle = std::get_if<Rectangle>(&item.shape()))
        return {rectangle->fill, rectangle->stroke.colour, rectangle->hatch};
    if (const auto* path = std::get_if<Path>(&item.shape()))
        return {path->fill, path->stroke.colour};
    if (const auto* text = std::get_if<Text>(&item.shape()))
        return {text->colour};
    return {};
}

} // namespace

std::vector<std::string> colour_complaints(const DisplayList& list) {
    for (const Item& item : list.items) {
        const auto* image = std::get_if<Image>(&item.shape());
        if (std::ranges::any_of(colours_of(item), is_coloured) || (image != nullptr && !is_grey(image->palette)))
            return {fmt::format("{} is coloured in a picture for print", target_name(item.target))};
    }
    return {};
}

namespace {

bool explains(const ExplainedColours& bar, const ShownColours& shown) {
    const Range& range = shown.range;
    return bar.palette == shown.palette && bar.range.low == range.low && bar.range.high == range.high &&
           bar.range.data_low <= range.data_low && bar.range.data_high >= range.data_high;
}

} // namespace

std::vector<std::string> scale_complaints(const DisplayList& list) {
    std::vector<ExplainedColours> bars;
    for (const Item& item : list.items)
        if (const auto* const bar = std::get_if<ExplainedColours>(&item.says))
            bars.push_back(*bar);
    std::vector<std::string> complaints;
    for (const Item& item : list.items)
        if (const auto* const shown = std::get_if<ShownColours>(&item.says);
            shown != nullptr && std::ranges::none_of(bars, [&](const auto& bar) { return explains(bar, *shown); }))
            complaints.push_back(fmt::format("no bar explains the colours of {} from {} to {}, of {} to {}",
                                             shown->first ? array_name(shown->first->array) : "a matrix",
                                             shown->range.low, shown->range.high, shown->range.data_low,
                                             shown->range.data_high));
    return complaints;
}

} // namespace attn::test
