#include "core/figure/pictures/items.h"

#include "core/figure/pictures/fitted_matrix.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/text_layout.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <limits>
#include <optional>
#include <vector>

namespace attn {

namespace {

constexpr float item_name_room = 28; // above each item
constexpr float items_between = 28;
constexpr float items_bar_room = 124;
constexpr float items_bar_height = 96; // the lowest, with its caption
constexpr float items_largest_cell = 56;
constexpr float items_least_cell = 16; // on a page, which grows
constexpr float least_item_width = 132;
constexpr int rounds_to_fit = 3;

class ItemsLayout {
public:
    ItemsLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), area_(area), array_(drawing.view_state.array()), items_(drawing.sizes().B),
          range_(common_range()), change_range_(common_range_of_change()) {}

    void add() {
        for (Index across = most_across(); across > 0; --across) {
            const MatrixRoom room = room_of_each(across);
            const MatrixRoom size = fit_with_labels(room);
            const Point needed = needed_by(size);
            if (across > 1 && needed.x > room.width)
                continue;
            const float bar = across < items_ ? items_bar_height : 0; // it does not reach the next line
            add_lines(across, size, {room.width, std::max({room.height, needed.y, bar})});
            return;
        }
    }

private:
    CellId first_of(Index item) const { return {array_, item, drawing_.view_state.head, 0, 0}; }

    /// What the picture of one item is drawn from. `view` lives as long as it.
    DrawContext context_of(const ViewState& view) const {
        return {drawing_.session, drawing_.trace, view, drawing_.typesetter, drawing_.cache, drawing_.baseline};
    }

    ViewState view_of(Index item) const {
        ViewState view = drawing_.view_state;
        view.item = item;
        return view;
    }

    Range common_range() const {
        std::optional<Range> all;
        for (Index item = 0; item < items_; ++item) {
            const ViewState view = view_of(item);
            const Range one = coloured(item, context_of(view)).range;
            all = all ? joined(*all, one) : one;
        }
        if (drawing_.view_state.range == RangeSource::fixed)
            all->source = RangeSource::fixed;
        return *all;
    }

    /// Of the changes that lie over the items; none: nothing changed, or is not asked for.
    std::optional<Range> common_range_of_change() const {
        std::optional<Range> all;
        for (Index item = 0; item < items_; ++item) {
            const ViewState view = view_of(item);
            const HeatmapOptions options = coloured(item, context_of(view));
            if (options.bar_of_others)
                all = all ? joined(*all, options.change_range) : options.change_range;
        }
        return all;
    }

    float bar_room() const { return items_bar_room + (change_range_ ? room_of_second_bar : 0); }

    /// With its values and its change, in colours of its own.
    HeatmapOptions coloured(Index item, const DrawContext& context) const {
        HeatmapOptions options = heat_of(context, first_of(item));
        add_change(context, options, first_of(item), true);
        return options;
    }

    /// As many beside each other as have room for words and numbers.
    Index most_across() const {
        const float width = area_.width - bar_room();
        const auto most = to_integer<Index>((width + items_between) / (least_item_width + items_between));
        return std::clamp<Index>(most, 1, items_);
    }

    /// In lines of one height.
    MatrixRoom room_of_each(Index across) const {
        const Index lines = (items_ + across - 1) / across;
        const auto down = static_cast<float>(lines);
        const auto n = static_cast<float>(across);
        return {.width = (area_.width - bar_room() - (n - 1) * items_between) / n,
                .height = (area_.height - down * item_name_room) / down,
                .least_cell = least_cell(drawing_, shown_shape(drawing_, array_), items_least_cell),
                .largest_cell = items_largest_cell * drawing_.view_state.zoom};
    }

    /// Labels reach the further, the smaller the cells are above which they are turned.
    MatrixRoom fit_with_labels(const MatrixRoom& room) const {
        MatrixRoom size = smallest_fit(room);
        for (int i = 0; i < rounds_to_fit; ++i) {
            const float over = needed_by(size).y - room.height;
            if (over <= 0)
                break;
            size.height -= over;
            size = smallest_fit(size);
        }
        return size;
    }

    /// `pitch`: from one item to the next, without what stands between them.
    void add_lines(Index across, const MatrixRoom& size, Point pitch) {
        number_size_ = smallest_numbers(size);
        for (Index item = 0; item < items_; ++item) {
            const Index line = item / across;
            add_item(item, size,
                     {area_.x + static_cast<float>(item % across) * (pitch.x + items_between),
                      area_.y + item_name_room + static_cast<float>(line) * (pitch.y + item_name_room)},
                     item + 1 == std::min(across, items_));
        }
    }

    /// One size of type for all, so that no item has numbers that another lacks.
    float smallest_numbers(const MatrixRoom& room) const {
        float size = std::numeric_limits<float>::max();
        for (Index item = 0; item < items_; ++item) {
            const ViewState view = view_of(item);
            const DrawContext context = context_of(view);
            size = std::min(
                size, number_size(fitted(options_of(item, context), room, drawing_.typesetter), drawing_.typesetter));
        }
        return size;
    }

    HeatmapOptions options_of(Index item, const DrawContext& context) const {
        HeatmapOptions options = coloured(item, context);
        options.range = range_;
        if (change_range_) {
            options.change_range = *change_range_;
            options.bar_of_others = ColourBar{.range = *change_range_,
                                              .palette = palette_of_changes(drawing_),
                                              .look = options.look,
                                              .decimals = options.decimals,
                                              .caption = "change, all items"};
        }
        const CellId selected = selected_cell(context);
        const bool is_chosen = item == drawing_.view_state.item && drawing_.view_state.marks_cell;
        const std::optional<CellId> emphasised = is_chosen ? std::optional(selected) : std::nullopt;
        options.rows = left_axis_of(context, array_, emphasised);
        options.columns = lower_axis_of(context, array_, emphasised);
        if (options.range.source == RangeSource::this_stage)
            options.bar_caption = "all items";
        options.rows.title.clear();
        const ShownPlace place = shown_place(context, selected);
        if (is_chosen)
            options.outlines = chosen_cell(place.row, place.column, shown_shape(options));
        return options;
    }

    /// One size of cells for all items.
    MatrixRoom smallest_fit(MatrixRoom room) const {
        for (Index item = 0; item < items_; ++item) {
            const ViewState view = view_of(item);
            const HeatmapOptions fit = fitted(options_of(item, context_of(view)), room, drawing_.typesetter);
            room.largest_cell = std::min({room.largest_cell, std::max(fit.cell_width, fit.cell_height)});
        }
        return room;
    }

    /// What the widest and the highest item take, with their labels and without the colour bar.
    Point needed_by(const MatrixRoom& room) const {
        Point needed;
        for (Index item = 0; item < items_; ++item) {
            const ViewState view = view_of(item);
            const DrawContext context = context_of(view);
            HeatmapOptions options = fitted(options_of(item, context), room, drawing_.typesetter);
            options.numbers = CellNumbers::never; // they stand in cells, and take no room of their own
            const Box taken = bounds(lay_out(options, drawing_.typesetter).list, drawing_.typesetter);
            const float labels = label_width(context, options.rows) + space::large;
            needed = {std::max(needed.x, labels + taken.right()), std::max(needed.y, taken.bottom())};
        }
        return needed;
    }

    void add_item(Index item, const MatrixRoom& room, Point at, bool has_bar) {
        const ViewState view = view_of(item);
        const DrawContext context = context_of(view);
        HeatmapOptions options = fitted(options_of(item, context), room, drawing_.typesetter);
        options.colour_bar = has_bar;
        options.number_size = number_size_;
        const Point corner{std::round(at.x + label_width(context, options.rows) + space::large) +
                               drawing_.view_state.pan.x,
                           std::round(at.y) + drawing_.view_state.pan.y};
        options.visible = area_.moved({-corner.x, -corner.y});
        outline_focus(context, options);
        const Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, corner, area_);
        add_pin_marks(list_, context, first_of(item), map, corner, options.transposed);
        const bool is_chosen = item == drawing_.view_state.item && drawing_.view_state.marks_cell;
        Text name{.text = fmt::format("item {}", item + 1),
                  .position = {corner.x, corner.y - space::small},
                  .font = {.weight = is_chosen ? FontWeight::semibold : FontWeight::regular},
                  .colour = is_chosen ? drawing_.theme().ink : drawing_.theme().dim};
        list_.add(std::move(name), fmt::format("action:item/{}", item + 1)).clip = area_;
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    Box area_;
    ArrayId array_;
    Index items_;
    Range range_; ///< of all items' colours
    std::optional<Range> change_range_;
    float number_size_ = 0; ///< of type in all items' cells
};

} // namespace

bool has_several_items(const DrawContext& drawing) {
    return drawing.sizes().B > 1 && drawing.trace.extent(drawing.view_state.array()).items > 1;
}

void items_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    ItemsLayout(list, drawing, area).add();
}

} // namespace attn
