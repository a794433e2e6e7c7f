#include "core/figure/pictures/concat_view.h"

#include "core/figure/pictures/label_reach.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
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
constexpr float joined_stretched_cell = 6;

/// Tokens as rows: the heads stand side by side above what they become. As columns: one below the other, at its left.
class JoinedLayout {
public:
    JoinedLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area), heads_(drawing.sizes().H),
          width_(drawing.sizes().d_v), upright_(is_transposed(drawing, ArrayId::concat)),
          selected_(selected_cell(drawing)), joined_(heat_of(drawing, selected_first())) {
        joined_.rows = left_axis_of(drawing, ArrayId::concat, selected_);
        joined_.columns = lower_axis_of(drawing, ArrayId::concat, selected_);
        joined_.name = set_formula(drawing, symbol_of(ArrayId::concat), 17, theme_.ink);
        joined_.name_place = NamePlace::right;
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
    CellId selected_first() const { return canonical(drawing_, {ArrayId::concat, drawing_.view_state.item, 0, 0, 0}); }

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
        return {static_cast<float>(shape.columns) * cell_.x, static_cast<float>(shape.rows) * cell_.y};
    }

    float labels() const {
        return label_width(drawing_, joined_.rows) + space::large + (joined_.rows.title.empty() ? 0 : 24);
    }

    /// Of the name of what they become, and of the bar beside it.
    float bar_room() const {
        const float shape = drawing_.typesetter.measure(shape_text(joined_), small()).width;
        return space::section + space::medium + std::max(joined_.name.width, shape) +
               bounds(lay_out(colour_bar_of(joined_)), drawing_.typesetter).right();
    }

    void size() {
        const auto heads = static_cast<float>(heads_);
        const auto all = static_cast<float>(heads_ * width_);
        const auto tokens = static_cast<float>(drawing_.sizes().S_q);
        const float gaps = std::max(heads - 1, 1.0F);
        const float across =
            upright_ ? (area_.width - 2 * labels() - joined_between - bar_room()) / (2 * tokens) : joined_largest_cell;
        float foot = std::max(
            least_foot, label_reach(drawing_, joined_.columns, std::min(across, joined_largest_cell)) + space::small);
        for (int i = 0; i < 2; ++i) { // labels that are turned beneath narrower cells reach further
            if (upright_) {
                gap_ =
                    std::max(joined_name_room, std::clamp(area_.height * apart_share / gaps, least_apart, most_apart));
                fit(across, (area_.height - joined_name_room - foot - gap_ * (heads - 1)) / all);
            } else {
                gap_ = std::clamp(area_.width * apart_share / gaps, least_apart, most_apart);
                fit((area_.width - labels() - bar_room() - gap_ * (heads - 1)) / all,
                    (area_.height - joined_name_room - joined_between - foot) / (2 * tokens));
            }
            foot = std::max(foot, label_reach(drawing_, joined_.columns, cell_.x) + space::small);
        }
        const Point head = head_size();
        const float spread = gap_ * (heads - 1);
        const Point used = upright_ ? Point{2 * labels() + 2 * head.x + joined_between + bar_room(),
                                            joined_name_room + heads * head.y + spread + foot}
                                    : Point{labels() + heads * head.x + spread + bar_room(),
                                            joined_name_room + 2 * head.y + joined_between + foot};
        const Point pan = drawing_.view_state.pan;
        heads_at_ = {std::floor(area_.x + std::max(0.0F, area_.width - used.x) / 2 + labels() + pan.x),
                     std::floor(area_.y + std::max(0.0F, area_.height - used.y) * 0.4F + joined_name_room + pan.y)};
        joined_at_ = upright_
                         ? Point{heads_at_.x + head.x + joined_between + labels(), heads_at_.y + std::floor(spread / 2)}
                         : Point{heads_at_.x + std::floor(spread / 2), heads_at_.y + head.y + joined_between};
    }

    /// Square where cells can be told apart; long matrices are stretched.
    void fit(float across, float down) {
        const auto whole = [](float size) { return size >= 3 ? std::floor(size) : size; };
        const float least = least_cell(drawing_, shown_shape(joined_)); // a page grows where this has no room
        across = bounded(across, least, joined_largest_cell);
        down = bounded(down, least, joined_largest_cell);
        const float x = std::min(across, std::max(down, joined_stretched_cell));
        const float y = std::min(down, std::max(x, joined_stretched_cell));
        cell_ = {whole(x * drawing_.view_state.zoom), whole(y * drawing_.view_state.zoom)};
        joined_.cell_width = cell_.x;
        joined_.cell_height = cell_.y;
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
        options.visible = area_.moved({-joined_at_.x, -joined_at_.y});
        if (slides) {
            options.revealed = 0;
            options.outlines.clear();
        }
        outline_focus(drawing_, options);
        const Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, joined_at_, area_);
        for (Index head = 0; head < heads_; ++head)
            add_frame(head, own_place(head), slides);
        if (!slides)
            add_pin_marks(list_, drawing_, *options.first_cell, map, joined_at_, options.transposed);
    }

    bool has_selected(Index head) const { return selected_.column / width_ == head; }

    void add_head(Index head, Point at, float way) {
        const CellId first = canonical(drawing_, {ArrayId::O, selected_.item, head, 0, 0});
        HeatmapOptions options = heat_of(drawing_, first);
        options.range = joined_.range;
        options.cell_width = cell_.x;
        options.cell_height = cell_.y;
        options.visible = area_.moved({-at.x, -at.y});
        if (has_selected(head) && way == 0) {
            const ShownPlace place =
                shown_place(drawing_, {ArrayId::O, selected_.item, head, selected_.row, selected_.column % width_});
            options.outlines = {{place.row, place.column}};
        }
        // Labels stay where they are.
        if (way == 0 && (upright_ || head == 0))
            options.rows = left_axis_of(drawing_, ArrayId::O, selected_);
        if (way == 0 && upright_ && head == heads_ - 1)
            options.columns = lower_axis_of(drawing_, ArrayId::O, selected_);
        options.columns.title.clear();
        outline_focus(drawing_, options);
        const Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, at, area_);
        add_frame(head, at, false);
        add_pin_marks(list_, drawing_, first, map, at, options.transposed);
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
    Point cell_;
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
