#include "core/document/session/sentences.h"
#include "core/figure/layout/grid.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/text_layout.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <fmt/core.h>
#include <optional>
#include <vector>

namespace attn {

namespace {

constexpr float item_name_room = 28; // above each item
constexpr float items_between = 28;
constexpr float items_least_cell = 16; // on a page, which grows in height
constexpr float least_item_width = 132;

class ItemsLayout : Canvas {
public:
    ItemsLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), array_(drawing.view_state.array()), items_(drawing.sizes().B) {
        join_ranges();
    }

    void add() {
        std::vector<Grid> grids; // arrangements with fewer and fewer items side by side
        const auto most = to_integer<Index>((area_.width + items_between) / (least_item_width + items_between));
        for (Index across = std::clamp<Index>(most, 1, items_); across > 0; --across)
            if (Grid grid(drawing_, area_, lines_of(across), rules()); grid.fits() || across == 1)
                grids.push_back(std::move(grid));
        const Grid& grid = best_of(grids);
        grid.add(list_);
        for (Index item = 0, across = grid.places(); item < items_; ++item)
            add_name(item,
                     grid.cells(static_cast<std::size_t>(item / across), static_cast<std::size_t>(item % across)));
    }

private:
    CellId first_of(Index item) const { return {drawing_.layer().number, array_, item, view().head, 0, 0}; }

    static GridRules rules() {
        return {.least_gutter = items_between,
                .line_gap = 0,
                .told_apart = items_least_cell,
                .has_bar = true,
                .aligned = true};
    }

    bool is_chosen(Index item) const { return item == view().item && view().marks_cell; }

    /// Joins the ranges of all items, and the ranges of their changes. The range of changes stays empty if nothing
    /// changed or if no changes are shown.
    void join_ranges() {
        for (Index item = 0; item < items_; ++item) {
            HeatmapOptions options = heat_of(drawing_, first_of(item));
            add_change(drawing_, options, first_of(item), true);
            range_ = item > 0 ? joined(range_, options.range) : options.range;
            if (options.bar_of_others)
                change_range_ = change_range_ ? joined(*change_range_, options.change_range) : options.change_range;
        }
        if (view().has_fixed_range(array_))
            range_.source = RangeSource::fixed;
    }

    MatrixLines lines_of(Index across) const {
        MatrixLines lines;
        for (Index item = 0; item < items_; ++item) {
            if (item % across == 0)
                lines.emplace_back();
            lines.back().push_back(box_of(item));
        }
        return lines;
    }

    /// The matrix of an item, with its change, in the common range of colours.
    MatrixBox box_of(Index item) const {
        ViewState view = drawing_.view_state;
        view.item = item;
        const DrawContext context = drawing_.seen_as(view);
        const auto chosen = is_chosen(item) ? std::optional(selected_cell(context)) : std::nullopt;
        MatrixBox box{.map = matrix_at(context, {drawing_.layer().number, array_, item, drawing_.view_state.head},
                                       {.name = NamePlace::none, .chosen = chosen})};
        add_change(context, box.map, first_of(item), true);
        box.map.range = range_;
        if (change_range_) {
            box.map.change_range = *change_range_;
            box.map.bar_of_others = ColourBar{.range = *change_range_,
                                              .palette = palette_of_changes(drawing_),
                                              .look = box.map.look,
                                              .decimals = box.map.decimals,
                                              .caption = "change, all items"};
        }
        box.map.rows.title.clear();
        if (range_.source == RangeSource::this_stage)
            box.map.bar_caption = "all items";
        box.kept.above = item_name_room;
        return box;
    }

    /// The number of an item, followed by its words if there is room.
    std::string name_of(Index item, const Font& font, float room) const {
        const std::string number = fmt::format("item {}", item + 1);
        std::vector<std::string> tokens = drawing_.layer().sequence.items[static_cast<std::size_t>(item)];
        std::erase(tokens, pad_token);
        const std::string name = fmt::format("{} · {}", number, joined_text(drawing_.session, tokens));
        return drawing_.typesetter.measure(name, font).width <= room ? name : number;
    }

    void add_name(Index item, const Box& cells) {
        const Font font = is_chosen(item) ? bold() : Font{};
        Item& name = add_claim({cells.x, cells.y - space::small},
                               {name_of(item, font, cells.width), Always{"it repeats the words that were given"}},
                               is_chosen(item) ? theme_.ink : theme_.dim, font);
        name.target = fmt::format("action:item/{}", item + 1);
        name.clip = clip();
    }

    ArrayId array_;
    Index items_;
    Range range_; ///< common to all items
    std::optional<Range> change_range_;
};

} // namespace

bool has_several_items(const DrawContext& drawing) {
    return drawing.sizes().B > 1 && drawing.trace.extent(drawing.view_state.array()).items > 1;
}

void items_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    ItemsLayout(list, drawing, area).add();
}

} // namespace attn
