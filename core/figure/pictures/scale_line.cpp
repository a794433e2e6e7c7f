#include "core/figure/pictures/scale_line.h"

#include "core/figure/colour_bar.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace attn {

namespace {

constexpr float scale_line_room = 26;
constexpr float scale_symbol_size = 13;
constexpr float lying_bar_length = 72;
constexpr float lying_bar_height = 8;

/// The owner of a colour scale: an array, one of its heads if no other is shown, or a matrix with a name of its own.
struct Coloured {
    std::optional<ArrayId> array;
    std::optional<Index> head;
    std::string name; ///< TeX
};

/// A colour scale, and the matrices that are coloured by it.
struct ColourScale {
    Palette palette{};
    Range range;
    std::vector<Coloured> coloured;
};

bool is_one_scale(Palette palette, const Range& range, Palette other_palette, const Range& other) {
    return palette == other_palette && range.low == other.low && range.high == other.high;
}

void add_coloured(std::vector<Coloured>& all, const ShownColours& shown) {
    if (!shown.name.empty()) {
        if (std::ranges::find(all, shown.name, &Coloured::name) == all.end())
            all.push_back({{}, {}, shown.name});
        return;
    }
    if (!shown.first)
        return;
    const auto known = std::ranges::find(all, std::optional(shown.first->array), &Coloured::array);
    if (known == all.end())
        all.push_back({shown.first->array, shown.first->head, {}});
    else if (known->head != shown.first->head)
        known->head.reset();
}

/// The name, with `behind` after it.
Typeset name_of(const Coloured& coloured, std::string_view behind, const DrawContext& drawing) {
    const std::string symbol =
        (coloured.array ? symbol_of(drawing, *coloured.array) : coloured.name) + std::string(behind);
    const Colour colour = drawing.theme().dim;
    // A matrix that several heads share is named after the selected head if it is one of them.
    const auto in_sight = [&](Index head) {
        const auto canonical_head = [&](Index of) {
            return drawing.trace.canonical(Address{drawing.trace.layer().number, *coloured.array, 0, of}).head;
        };
        const Index shown = drawing.view_state.head;
        return coloured.array && canonical_head(shown) == canonical_head(head) ? shown : head;
    };
    return coloured.head ? set_formula(drawing, symbol, scale_symbol_size, colour, in_sight(*coloured.head))
                         : set_general_formula(drawing, symbol, scale_symbol_size, colour);
}

/// The head that all coloured matrices with heads belong to; nullopt if there are several heads or none.
std::optional<Index> only_head(std::span<const Item> items) {
    std::optional<Index> only;
    for (const Item& item : items)
        if (const auto* const shown = std::get_if<ShownColours>(&item.says);
            shown != nullptr && shown->first && has_heads(shown->first->array)) {
            if (only && *only != shown->first->head)
                return std::nullopt;
            only = shown->first->head;
        }
    return only;
}

/// The scales of the items from `first` on that have no colour bar, in their order.
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
        add_coloured(scale->coloured, *shown);
    }
    for (ColourScale& scale : scales)
        for (Coloured& coloured : scale.coloured)
            if (!coloured.array) // a matrix with its own name belongs to the head beside it
                coloured.head = only_head(items);
    return scales;
}

bool ends_are_whole(const ColourBar& bar) {
    const BarEnds ends = ends_of(bar);
    return std::round(ends.low) == ends.low && std::round(ends.high) == ends.high;
}

/// The names of the matrices, a horizontal bar, and the numbers at its ends; on several lines if that is wider than
/// `width`.
DisplayList lay_out(const ColourScale& scale, const DrawContext& drawing, float width) {
    constexpr float line_height = 26; // enough for names with subscripts
    const Theme& theme = drawing.theme();
    DisplayList list;
    float x = 0;
    float y = 0;
    const auto make_room = [&](float wide) {
        if (x == 0 || x + wide <= width)
            return;
        x = 0;
        y += line_height;
    };
    for (const Coloured& coloured : scale.coloured) {
        x += x > 0 ? space::medium : 0; // TeX's letters may be wider
        const Typeset set = name_of(coloured, &coloured == &scale.coloured.back() ? "" : "{,}", drawing);
        make_room(set.width + space::small);
        list.append(set.list, {x, y});
        x += set.width;
    }
    x += x > 0 ? space::medium : 0;
    ColourBar bar{.range = scale.range,
                  .palette = scale.palette,
                  .look = drawing.view_state.look,
                  .height = lying_bar_length,
                  .decimals = drawing.view_state.decimals};
    if (drawing.view_state.whole_numbers && ends_are_whole(bar))
        bar.decimals = 0;
    const BarEnds ends = ends_of(bar);
    const auto width_of = [&](const std::string& number) { return drawing.typesetter.measure(number, small()).width; };
    make_room(width_of(ends.low_label) + lying_bar_length + 2 * space::small + width_of(ends.high_label));
    x += add_text(list, drawing.typesetter, {x, y}, ends.low_label, theme.ink, small()) + space::small;
    list.append(lay_out_lying(bar, lying_bar_height), {x, y - lying_bar_height});
    x += lying_bar_length + space::small;
    if (ends.are_told_apart())
        add_text(list, drawing.typesetter, {x, y}, ends.high_label, theme.ink, small());
    return list;
}

/// The scales side by side, wrapped at `width`. The first baseline is at 0.
DisplayList in_lines(const std::vector<ColourScale>& scales, const DrawContext& drawing, float width) {
    DisplayList lines;
    Point at{};
    float deepest = 0; // the deepest point of the line below its baseline
    for (const ColourScale& scale : scales) {
        const DisplayList one = lay_out(scale, drawing, width);
        const Box taken = bounds(one, drawing.typesetter);
        if (at.x > 0 && at.x + taken.right() > width) {
            at = {0, at.y + deepest + space::small - taken.y};
            deepest = 0;
        }
        lines.append(one, at);
        at.x += taken.right() + space::section;
        deepest = std::max(deepest, taken.bottom());
    }
    return lines;
}

} // namespace

bool has_scales_beneath(const DrawContext& drawing, ArrayId result) {
    return drawing.view_state.on_paper && !shows_change(drawing, result);
}

bool has_bar_beside(const DrawContext& drawing, float width) {
    constexpr float narrowest = 540; // more than the width of an article's column
    return !drawing.view_state.on_paper || width >= narrowest;
}

Box above_scales(const Box& area) {
    return {area.x, area.y, area.width, area.height - scale_line_room};
}

DisplayList scales_of(const DisplayList& list, const DrawContext& drawing, float width, std::size_t first) {
    return in_lines(unexplained_scales(list, first), drawing, width);
}

void add_beneath(DisplayList& list, const DrawContext& drawing, const Box& area, const DisplayList& scales,
                 const Box& drawn) {
    if (scales.items.empty())
        return;
    const Box taken = bounds(scales, drawing.typesetter);
    const float left = std::max(area.x, std::min(drawn.x, area.right() - taken.right()));
    const float beneath = drawn.bottom() + scale_line_room - space::small; // the first baseline
    const float lowest = area.bottom() - taken.bottom();
    // In a lecture, a picture that reaches beyond its area is drawn smaller.
    const bool may_reach_beyond =
        drawing.view_state.on_paper || (drawing.view_state.is_enlarged && drawing.view_state.zoom == 1);
    list.append(scales, {left, may_reach_beyond ? beneath : std::min(beneath, lowest)});
}

namespace {

bool is_of_change(const ColourScale& scale) {
    return std::ranges::any_of(scale.coloured, [](const Coloured& coloured) {
        return coloured.name == change_name || coloured.name.starts_with(R"(\Delta)");
    });
}

/// The height of the scales beyond the one line for which above_scales() leaves room.
float height_beyond_a_line(const std::vector<ColourScale>& scales, const DrawContext& drawing, float width) {
    return std::max(0.0F, bounds(in_lines(scales, drawing, width), drawing.typesetter).height - scale_line_room);
}

/// The scales of a picture's values and of its changes, even if no changes are shown.
std::vector<ColourScale> scales_with_change(const DrawContext& drawing, const Box& area, const DrawPicture& draw) {
    ViewState view = drawing.view_state;
    view.shows_change = true;
    view.only_change = false;
    DisplayList list;
    draw(list, drawing.seen_as(view), area);
    std::vector<ColourScale> scales = unexplained_scales(list, 0);
    if (!scales.empty() && std::ranges::none_of(scales, is_of_change))
        scales.push_back({scales.back().palette, scales.back().range, {{{}, {}, std::string(change_name)}}});
    return scales;
}

} // namespace

void draw_above_scales(DisplayList& list, const DrawContext& drawing, const Box& area, const DrawPicture& draw,
                       bool may_change) {
    const std::size_t first = list.items.size();
    Box above = above_scales(area);
    draw(list, drawing, above);
    if (drawing.view_state.on_paper) { // a page grows in height
        for (Item& item : std::span(list.items).subspan(first))
            item.clip.reset();
    } else if (const float beyond = height_beyond_a_line(may_change ? scales_with_change(drawing, above, draw)
                                                                    : unexplained_scales(list, first),
                                                         drawing, area.width);
               beyond > 0) {
        list.items.erase(list.items.begin() + static_cast<std::ptrdiff_t>(first), list.items.end());
        above.height -= beyond;
        draw(list, drawing, above);
    }
    const DisplayList scales = scales_of(list, drawing, area.width, first);
    add_beneath(list, drawing, area, scales, bounds(std::span(list.items).subspan(first), drawing.typesetter));
}

} // namespace attn
