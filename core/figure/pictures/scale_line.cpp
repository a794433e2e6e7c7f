#include "core/figure/pictures/scale_line.h"

#include "core/figure/colour_bar.h"
#include "core/figure/number.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <span>
#include <vector>

namespace attn {

namespace {

constexpr float scale_line_room = 26;
constexpr float scale_symbol_size = 13;
constexpr float lying_bar_length = 72;
constexpr float lying_bar_height = 8;

/// An array: its heads side by side, or one head of it, where no other is to be seen.
struct Coloured {
    ArrayId array{};
    std::optional<Index> head;
    bool is_of_all_heads = false;
};

/// A scale and what is coloured in it.
struct ColourScale {
    Palette palette{};
    Range range;
    std::vector<Coloured> arrays;
};

bool is_one_scale(Palette palette, const Range& range, Palette other_palette, const Range& other) {
    return palette == other_palette && range.low == other.low && range.high == other.high;
}

void add_array(std::vector<Coloured>& arrays, const ShownColours& shown) {
    const auto [array, head] = std::pair(shown.first->array, shown.first->head);
    const auto known = std::ranges::find(arrays, array, &Coloured::array);
    if (known == arrays.end())
        arrays.push_back({array, head, shown.is_of_all_heads});
    else if (known->head != head)
        known->head.reset();
}

Typeset name_of(const Coloured& coloured, const DrawContext& drawing) {
    const auto set = [&](const std::string& symbol) {
        return set_general_formula(drawing, symbol, scale_symbol_size, drawing.theme().dim);
    };
    const ArrayId array = coloured.array;
    if (coloured.is_of_all_heads)
        return set(is_parameter(array) ? symbol_of_all_heads(array) : std::string(array_name(array)));
    return coloured.head
               ? set_formula(drawing, symbol_of(array), scale_symbol_size, drawing.theme().dim, *coloured.head)
               : set(symbol_of(array));
}

/// Of the items from `first` on, in their order.
std::vector<ColourScale> unexplained_scales(const DisplayList& list, std::size_t first) {
    const std::span items = std::span(list.items).subspan(first);
    const auto is_explained = [&](const ShownColours& shown) {
        return std::ranges::any_of(items, [&](const Item& item) {
            const auto* const bar = std::get_if<ExplainedColours>(&item.says);
            return bar != nullptr && is_one_scale(bar->palette, bar->range, shown.palette, shown.range);
        });
    };
    std::vector<ColourScale> scales;
    for (const Item& item : items) {
        const auto* const shown = std::get_if<ShownColours>(&item.says);
        if (shown == nullptr || is_explained(*shown))
            continue;
        auto scale = std::ranges::find_if(scales, [&](const ColourScale& known) {
            return is_one_scale(known.palette, known.range, shown->palette, shown->range);
        });
        if (scale == scales.end())
            scale = scales.insert(scales.end(), {shown->palette, shown->range, {}});
        scale->range.data_low = std::min(scale->range.data_low, shown->range.data_low);
        scale->range.data_high = std::max(scale->range.data_high, shown->range.data_high);
        if (shown->first)
            add_array(scale->arrays, *shown);
    }
    return scales;
}

bool has_bar(const DisplayList& list, std::size_t first) {
    return std::ranges::any_of(std::span(list.items).subspan(first),
                               [](const Item& item) { return std::holds_alternative<ExplainedColours>(item.says); });
}

/// The names of the matrices, where they are not all there are, a bar that lies, and the numbers at its ends.
DisplayList lay_out(const ColourScale& scale, const DrawContext& drawing, bool is_of_all) {
    const Theme& theme = drawing.theme();
    DisplayList list;
    float x = 0;
    for (const Coloured& coloured : is_of_all ? std::vector<Coloured>() : scale.arrays) {
        if (x > 0)
            x += add_text(list, drawing.typesetter, {x, 0}, ",", theme.dim, small()) + space::tiny;
        const Typeset set = name_of(coloured, drawing);
        list.append(set.list, {x, 0});
        x += set.width;
    }
    x += x > 0 ? space::medium : 0;
    const ColourBar bar{.range = scale.range,
                        .palette = scale.palette,
                        .look = drawing.view_state.look,
                        .height = lying_bar_length,
                        .decimals = drawing.view_state.decimals};
    const BarEnds ends = ends_of(bar);
    x += add_text(list, drawing.typesetter, {x, 0}, ends.low_label, theme.ink, small()) + space::small;
    list.append(lay_out_lying(bar, lying_bar_height), {x, -lying_bar_height});
    x += lying_bar_length + space::small;
    if (ends.high > ends.low)
        add_text(list, drawing.typesetter, {x, 0}, ends.high_label, theme.ink, small());
    return list;
}

} // namespace

Box above_scales(const Box& area) {
    return {area.x, area.y, area.width, area.height - scale_line_room};
}

void add_scales(DisplayList& list, const DrawContext& drawing, const Box& area, std::size_t first,
                const std::optional<Box>& drawn) {
    const std::vector<ColourScale> scales = unexplained_scales(list, first);
    if (scales.empty())
        return;
    const Box covered = drawn ? *drawn : bounds(std::span<const Item>(list.items).subspan(first), drawing.typesetter);
    const float beneath = covered.bottom() + scale_line_room;
    const float foot = drawing.view_state.on_paper ? beneath : std::min(beneath, area.bottom());
    const float left = std::max(area.x, covered.x);
    Point at{left, foot - space::small};
    float deepest = 0; // of the line, below its baseline
    // Of a picture that is not all there yet others may follow.
    const bool is_of_all = scales.size() == 1 && !has_bar(list, first) && !drawing.view_state.reveal;
    for (const ColourScale& scale : scales) {
        const DisplayList one = lay_out(scale, drawing, is_of_all);
        const Box taken = bounds(one, drawing.typesetter);
        if (at.x > left && at.x + taken.right() > area.right()) {
            at = {left, at.y + deepest + space::small - taken.y};
            deepest = 0;
        }
        list.append(one, at);
        at.x += taken.right() + space::section;
        deepest = std::max(deepest, taken.bottom());
    }
}

} // namespace attn
