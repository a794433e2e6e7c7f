#include "core/figure/layout/matrix_box.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float joined_edge = 2;
constexpr float joined_name_room = 32; // above a head
constexpr float most_apart = 32;
constexpr float least_apart = 6;
constexpr float apart_share = 0.2F;  // of the room, for all gaps
constexpr float joined_between = 56; // from the heads to what they become
constexpr float least_foot = 40;
constexpr float joined_largest_cell = 52;
constexpr float row_of_words = 18; // of cells that are as high, every one has its word

/// Tokens as rows: the heads stand side by side above what they become. As columns: one below the other, at its left.
class JoinedLayout {
public:
    JoinedLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area), heads_(drawing.sizes().H),
          width_(drawing.sizes().d_v), upright_(is_transposed(drawing, ArrayId::concat)),
          selected_(selected_cell(drawing)), joined_(matrix_at(drawing, {ArrayId::concat, drawing.view_state.item},
                                                               {.name = NamePlace::right, .chosen = selected_})) {
        joined_.colour_bar = true;
        const ShownPlace place = shown_place(drawing, selected_);
        joined_.outlines = chosen_cell(place.row, place.column, shown_shape(joined_));
        size();
    }

    void add() {
        const bool slides = drawing_.view_state.reveal.has_value();
        if (!slides)
            add_lines();
        add_joined(slides);
        const float way = slides ? eased(drawing_.view_state.reveal->way) : 0;
        for (Index head = 0; head < heads_; ++head) {
            const Point from = apart(head);
            const Point to = own_place(head);
            if (slides)
                add_frame(head, from, true);
            add_head(head, {from.x + (to.x - from.x) * way, from.y + (to.y - from.y) * way}, way);
        }
    }

private:
    /// Slow at both ends.
    static float eased(float way) {
        const float share = std::clamp(way, 0.0F, 1.0F);
        return share * share * (3 - 2 * share);
    }

    Shape head_shape() const {
        const Index tokens = drawing_.sizes().S_q;
        return upright_ ? Shape{width_, tokens} : Shape{tokens, width_};
    }

    Point head_size() const {
        const Shape shape = head_shape();
        return {static_cast<float>(shape.columns) * joined_.cell_width,
                static_cast<float>(shape.rows) * joined_.cell_height};
    }

    /// Between the first head and the last, beyond what they are wide or high.
    float spread() const { return gap_ * static_cast<float>(heads_ - 1); }

    float labels() const { return std::ceil(around_.left); }

    /// What is there with cells of that size: from the labels to the bar, from the names to the axis beneath.
    Point used(Point cell) {
        joined_.cell_width = cell.x;
        joined_.cell_height = cell.y;
        around_ = margins_of(drawing_, {.map = joined_});
        const Point head = head_size();
        const auto heads = static_cast<float>(heads_);
        const float right = std::max(around_.right, around_.overhang); // a bar may be taller than low cells
        const float foot = std::max(least_foot, around_.below) + joined_name_room;
        return upright_ ? Point{2 * labels() + 2 * head.x + joined_between + right, heads * head.y + spread() + foot}
                        : Point{labels() + heads * head.x + spread() / 2 + std::max(spread() / 2, right),
                                2 * head.y + joined_between + foot};
    }

    void size() {
        const float gaps = std::max(static_cast<float>(heads_ - 1), 1.0F);
        const float room = (upright_ ? area_.height : area_.width) * apart_share / gaps;
        gap_ = std::max(upright_ ? joined_name_room : 0, std::clamp(room, least_apart, most_apart));
        const Shape shape = head_shape();
        const Shape cells =
            upright_ ? Shape{shape.rows * heads_, 2 * shape.columns} : Shape{2 * shape.rows, shape.columns * heads_};
        CellLimits limits = cell_limits(drawing_, area_, joined_largest_cell, cells);
        if (!drawing_.view_state.on_paper) // many heads are long: there is room across them for all words
            (upright_ ? limits.stretched.x : limits.stretched.y) = row_of_words;
        const auto settled = [&](const CellLimits& within) {
            return settled_cell({area_.width, area_.height}, within, [&](Point tried) {
                const Point size = used(tried);
                return PictureExtent{{size.x, cells.columns}, {size.y, cells.rows}};
            });
        };
        Point cell = settled(limits);
        if (const auto numbered = width_for_numbers(drawing_, joined_, cells.columns, area_.width);
            numbered && *numbered > cell.x) {
            CellLimits wider = limits;
            wider.stretched.x = *numbered;
            if (const Point other = settled(wider); other.x >= *numbered)
                cell = other;
        }
        const Point corner = placed(area_, used(cell)) + drawing_.view_state.pan;
        if (joined_.numbers == CellNumbers::printed)
            share_number_size({&joined_}, drawing_.typesetter); // heads' numbers are among its own
        const Point head = head_size();
        const float inwards = std::floor(spread() / 2);
        heads_at_ = corner + Point{labels(), joined_name_room};
        joined_at_ = heads_at_ + (upright_ ? Point{head.x + joined_between + labels(), inwards}
                                           : Point{inwards, head.y + joined_between});
    }

    /// Where a head stands by itself.
    Point apart(Index head) const {
        const Point size = head_size();
        const auto place = static_cast<float>(head);
        return upright_ ? heads_at_ + Point{0, place * (size.y + gap_)} : heads_at_ + Point{place * (size.x + gap_), 0};
    }

    /// Where its numbers stand in what they become.
    Point own_place(Index head) const {
        const Point size = head_size();
        const auto place = static_cast<float>(head);
        return joined_at_ + (upright_ ? Point{0, place * size.y} : Point{place * size.x, 0});
    }

    Colour colour(Index head) const { return head_stroke(drawing_, head, 1).colour; }

    void add_frame(Index head, Point at, bool dashed) {
        Rectangle around;
        around.box = Box{at.x, at.y, head_size().x, head_size().y}.grown(dashed ? 0 : -joined_edge / 2);
        around.stroke = {dashed ? faded(colour(head), 0.5F) : colour(head), dashed ? 1 : joined_edge,
                         dashed ? LineStyle::dashed : LineStyle::solid};
        list_.add(around).clip = area_;
    }

    /// From the corners of each head to those of its block.
    void add_lines() {
        const Point size = head_size();
        for (Index head = 0; head < heads_; ++head) {
            const Point from = apart(head);
            const Point to = own_place(head);
            Path way;
            way.closed = true;
            if (upright_)
                way.points = {{from.x + size.x + joined_edge, from.y},
                              {from.x + size.x + joined_edge, from.y + size.y},
                              {to.x - joined_edge - labels(), to.y + size.y},
                              {to.x - joined_edge - labels(), to.y}};
            else
                way.points = {{from.x, from.y + size.y + joined_edge},
                              {from.x + size.x, from.y + size.y + joined_edge},
                              {to.x + size.x, to.y - joined_edge},
                              {to.x, to.y - joined_edge}};
            way.fill = faded(colour(head), 0.12F);
            list_.add(std::move(way)).clip = area_;
        }
    }

    /// What the heads become; while they slide, only its place.
    void add_joined(bool slides) {
        HeatmapOptions options = joined_;
        if (slides) {
            options.revealed = 0;
            options.outlines.clear();
        }
        add_matrix(list_, drawing_, options, joined_at_, area_);
        for (Index head = 0; head < heads_; ++head)
            add_frame(head, own_place(head), slides);
    }

    bool has_selected(Index head) const { return selected_.column / width_ == head; }

    void add_head(Index head, Point at, float way) {
        const CellId first = canonical(drawing_, {ArrayId::O, selected_.item, head, 0, 0});
        HeatmapOptions options = heat_of(drawing_, first);
        options.range = joined_.range;
        options.number_size = joined_.number_size;
        options.cell_width = joined_.cell_width;
        options.cell_height = joined_.cell_height;
        if (has_selected(head) && way == 0) {
            const ShownPlace place =
                shown_place(drawing_, {ArrayId::O, selected_.item, head, selected_.row, selected_.column % width_});
            options.outlines = {{place.row, place.column}};
        }
        // Labels stay where they are.
        if (way == 0 && (upright_ || head == 0))
            options.rows = left_axis_of(drawing_, ArrayId::O, selected_);
        if (way == 0 && upright_ && head == heads_ - 1)
            options.columns = joined_.columns; // the same tokens, in cells as wide
        options.columns.title.clear();
        add_matrix(list_, drawing_, options, at, area_);
        add_frame(head, at, false);
        if (way < 1)
            add_name(head, at);
    }

    void add_name(Index head, Point at) {
        const Typeset name = set_formula(drawing_, symbol_of(ArrayId::O), 15, theme_.ink, head);
        const Point size = head_size();
        if (!upright_ && name.width > size.x + gap_)
            return;
        const Point place{at.x, at.y - space::small - joined_edge - name.descent};
        const bool is_on = drawing_.layer().heads.at(static_cast<std::size_t>(head)).on;
        const float beside = name.width + space::small;
        const float off = is_on ? 0 : beside + drawing_.typesetter.measure("off", small()).width;
        const bool has_room = upright_ || off <= size.x + gap_; // that it is off says more than its name
        if (has_room)
            list_.append(name.list, place, area_);
        if (!is_on)
            add_text(list_, drawing_.typesetter, {place.x + (has_room ? beside : 0), place.y}, "off", theme_.dim,
                     small());
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
    Index heads_;
    Index width_; ///< of one head
    bool upright_;
    CellId selected_;
    HeatmapOptions joined_; // S_q x H·d_v
    Margins around_;        ///< of what they become
    float gap_ = 0;
    Point heads_at_;
    Point joined_at_;
};

} // namespace

bool shows_joined(const DrawContext& drawing) {
    return drawing.view_state.array() == ArrayId::concat && drawing.trace.has(ArrayId::O);
}

void joined_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    JoinedLayout(list, drawing, area).add();
}

} // namespace attn
