#include "core/figure/pictures/heads.h"

#include "core/figure/colour_bar.h"
#include "core/figure/layout/matrix_box.h"
#include "core/figure/pictures/hypothesis_note.h"
#include "core/figure/pictures/label_reach.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"
#include "core/tensor/compose.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float usual_name_room = 36;  // above each head
constexpr float heads_title_room = 20; // of the axis, beneath the labels
constexpr float heads_usually_between = 24;
constexpr float beside_note = 12; // notes beside each other
constexpr float wanted_note = 184;
constexpr float heads_edge = 3; // of a head's colour around its cells
constexpr float heads_bar_gap = space::huge + space::medium;
constexpr float heads_largest_cell = 88;
constexpr float largest_cell_on_paper = 56;
constexpr float heads_stretched_cell = 6; // of long matrices
constexpr float page_room = 28;           // for which heads of how many are on the page
constexpr float heads_name_size = 15;
constexpr float least_name_size = 9; // in the window
/// How much smaller cells may be for a grid of heads whose last line is as long as the others.
constexpr float worth_an_even_grid = 0.4F;
/// And, on paper, for one in which all rows and columns are named.
constexpr float worth_all_words = 0.1F;
/// How much larger they must be for heads to stand in more lines, where they cannot be compared across.
constexpr float worth_another_line = 1.2F;

/// What has the heads that are shown: of the output its parts.
ArrayId array_with_heads(const DrawContext& drawing) {
    const ArrayId array = drawing.view_state.array();
    return array == ArrayId::Y && drawing.trace.has(ArrayId::parts) ? ArrayId::parts : array;
}

CellId selected_in_head(const DrawContext& drawing) {
    CellId cell = selected_cell(drawing);
    if (cell.array == array_with_heads(drawing))
        return cell;
    cell.array = array_with_heads(drawing);
    cell.head = drawing.view_state.head;
    return cell;
}

float rounded_cell(float size) {
    return size >= 3 ? std::floor(size) : size;
}

/// How the heads are arranged: columns and lines of them, and the size of a cell.
struct Arrangement {
    Index across = 1;
    Index down = 1;
    Point cell;
    float notes = 0; ///< room beneath each line of heads for what is said of them
    float reach = 0; ///< of the labels beneath the lowest heads
};

class HeadsLayout {
public:
    HeadsLayout(DisplayList& list, const DrawContext& drawing, const Box& area, bool differences)
        : list_(list), drawing_(drawing), area_(area), array_(array_with_heads(drawing)),
          shared_(row_of(array_).heads == Heads::kv ? drawing.sizes().queries_per_kv : 1), stored_(stored_heads()),
          heads_(std::ssize(stored_)), chosen_(place_of_chosen()), differences_(differences),
          selected_(selected_in_head(drawing)), shape_(shown_shape(drawing, array_)),
          rows_(left_axis_of(drawing, array_, marked())), columns_(lower_axis_of(drawing, array_, marked())),
          rows_title_(std::exchange(rows_.title, "")), columns_title_(std::exchange(columns_.title, "")),
          range_(whole_range()), bar_room_(heads_bar_gap + bar_width()) {
        choose_page();
    }

    void add() {
        const Point cell = arrangement_.cell;
        const float width = static_cast<float>(shape_.columns) * cell.x;
        const float height = static_cast<float>(shape_.rows) * cell.y;
        const auto across = static_cast<float>(arrangement_.across);
        const auto down = static_cast<float>(arrangement_.down);
        const float step = column_step(cell.x, arrangement_.across);
        const float wide = left_room() + (across - 1) * step + width + bar_beyond_head() + bar_room_;
        const float high =
            down * (height + name_room_ + arrangement_.notes) + (down - 1) * between_ + below() + page_line();
        const Point corner{
            std::floor(area_.x + left_room() + std::max(0.0F, (area_.width - wide) / 2) + drawing_.view_state.pan.x),
            std::floor(area_.y + name_room_ + std::max(0.0F, (area_.height - high) * 0.4F) +
                       drawing_.view_state.pan.y)};
        name_size_ = fitting_name_size(step);
        std::vector<HeatmapOptions> maps;
        for (Index place = 0; place < shown_; ++place)
            maps.push_back(options_of(first_ + place));
        std::vector<HeatmapOptions*> all;
        all.reserve(maps.size());
        for (HeatmapOptions& map : maps)
            all.push_back(&map);
        share_number_size(all, drawing_.typesetter);
        const float line_step = height + name_room_ + arrangement_.notes + between_;
        for (Index place = 0; place < shown_; ++place) {
            const Index column = place % arrangement_.across;
            const Index line = place / arrangement_.across;
            add_head(place, std::move(maps[static_cast<std::size_t>(place)]),
                     {corner.x + static_cast<float>(column) * step, corner.y + static_cast<float>(line) * line_step});
        }
        const Box heads{corner.x, corner.y, (across - 1) * step + width, (down - 1) * line_step + height};
        add_titles(heads);
        add_page_line({heads.centre().x, heads.bottom() + below() + arrangement_.notes + page_line() - space::small});
    }

private:
    /// All heads, as long as each can be looked into; more stand on pages, of which that with the selected one is seen.
    /// On paper all are drawn.
    void choose_page() {
        for (const Index most :
             {heads_, Index{16}, Index{12}, Index{8}, Index{6}, Index{4}, Index{3}, Index{2}, Index{1}}) {
            if (most > heads_)
                continue;
            page_ = most;
            arrangement_ = arrange();
            if (drawing_.view_state.on_paper || can_be_looked_into())
                break;
        }
        first_ = chosen_ / page_ * page_;
        shown_ = std::min(page_, heads_ - first_);
    }

    bool can_be_looked_into() const {
        const bool is_enlarged = drawing_.view_state.is_enlarged; // and all words are to be seen
        const float least_side = is_enlarged ? 140 : 80;
        const float least_cell = is_enlarged ? 7 : 6;
        const float zoom = drawing_.view_state.zoom;
        const auto is_large = [&](Index cells, float cell) {
            const auto count = static_cast<float>(cells);
            return count * cell / zoom >= std::min(least_side, count * least_cell);
        };
        return is_large(shape_.columns, arrangement_.cell.x) && is_large(shape_.rows, arrangement_.cell.y);
    }

    float page_line() const { return page_ < heads_ ? page_room : 0; }

    /// "heads 9 to 16 of 32", between what shows the pages before and after.
    void add_page_line(Point middle) {
        if (page_ == heads_)
            return;
        const auto number = [&](Index place) { return head_number(drawing_.session, first_head(place)); };
        const std::string words = fmt::format("heads {} to {} {}", number(first_),
                                              number(first_ + shown_ - 1) + shared_ - 1, of_all_heads(drawing_));
        const float beside = drawing_.typesetter.measure(words, Font{}).width / 2 + space::huge;
        const auto add = [&](std::string text, float x, Colour colour, Target target) {
            list_
                .add(Text{.text = std::move(text),
                          .position = {x, middle.y},
                          .font = {},
                          .colour = colour,
                          .horizontal = Horizontal::centre},
                     std::move(target))
                .clip = area_;
        };
        const auto page_at = [&](Index place) { return fmt::format("action:head/{}", first_head(place) + 1); };
        add(words, middle.x, drawing_.theme().dim, {});
        if (first_ > 0)
            add("◀", middle.x - beside, drawing_.theme().ink, page_at(first_ - page_));
        if (first_ + shown_ < heads_)
            add("▶", middle.x + beside, drawing_.theme().ink, page_at(first_ + page_));
    }

    std::optional<CellId> marked() const {
        return drawing_.view_state.marks_cell ? std::optional(selected_) : std::nullopt;
    }

    /// The matrices that are shown, as they are stored: of all heads, or of those that are asked for.
    std::vector<Index> stored_heads() const {
        std::vector<Index> stored;
        for (const Index head : drawing_.view_state.heads)
            if (std::ranges::find(stored, head / shared_) == stored.end())
                stored.push_back(head / shared_);
        for (Index head = 0; drawing_.view_state.heads.empty() && head < drawing_.sizes().H / shared_; ++head)
            stored.push_back(head);
        return stored;
    }

    Index place_of_chosen() const {
        const auto found = std::ranges::find(stored_, drawing_.view_state.head / shared_);
        return found == stored_.end() ? 0 : found - stored_.begin();
    }

    Index stored(Index shown) const { return stored_.at(static_cast<std::size_t>(shown)); }
    /// The first of the heads that have this matrix in common.
    Index first_head(Index shown) const { return stored(shown) * shared_; }

    CellId first_of(Index head) const { return {array_, selected_.item, first_head(head), 0, 0}; }

    bool is_reference(Index head) const { return differences_ && head == chosen_; }

    /// What rows and columns are, once for all heads.
    void add_titles(const Box& heads) {
        const Text title{.text = rows_title_,
                         .position = {heads.x - left_room() + type_size::small, heads.centre().y},
                         .font = small(),
                         .colour = drawing_.theme().dim,
                         .horizontal = Horizontal::centre,
                         .direction = Direction::upright};
        if (!rows_title_.empty())
            list_.add(title).clip = area_;
        if (!columns_title_.empty())
            add_text(list_, drawing_.typesetter,
                     {heads.centre().x, heads.bottom() + arrangement_.reach + heads_title_room - space::tiny},
                     columns_title_, drawing_.theme().dim, small(), Horizontal::centre);
    }

    HeatmapOptions options_of(Index head) const {
        HeatmapOptions options = coloured(head);
        options.cell_width = arrangement_.cell.x;
        options.cell_height = arrangement_.cell.y;
        return options;
    }

    /// A head's matrix, in the colours of all.
    HeatmapOptions coloured(Index head) const {
        HeatmapOptions options = heat_of(drawing_, first_of(head));
        if (differences_) {
            options.palette = palette_of_changes(drawing_);
            options.range = range_;
            if (head != chosen_) {
                options.matrix = difference_from_chosen(head);
                options.numbers_are.less = canonical(drawing_, first_of(chosen_));
            }
            return options;
        }
        add_change(drawing_, options, first_of(head), true);
        if (drawing_.view_state.range != RangeSource::fixed && !options.numbers_are.is_change)
            options.range = range_;
        return options;
    }

    Matrix difference_from_chosen(Index head) const {
        if (is_stage(array_))
            return drawing_.cache.difference(drawing_.trace, {array_, selected_.item, first_head(head)}, drawing_.trace,
                                             {array_, selected_.item, first_head(chosen_)});
        return difference(parameter(drawing_.layer(), array_, first_head(head)),
                          parameter(drawing_.layer(), array_, first_head(chosen_)));
    }

    /// One scale for all, so that one number has one colour: that of the differences holds the values of the head too
    /// that they are taken from.
    Range whole_range() const {
        if (!differences_)
            return range_of_heads(drawing_, first_of(0));
        const HeatmapOptions chosen = heat_of(drawing_, first_of(chosen_));
        Range all = range_of(chosen.matrix, Palette::diverging, chosen.mask);
        for (Index head = 0; head < heads_; ++head)
            if (head != chosen_) {
                const HeatmapOptions options = heat_of(drawing_, first_of(head));
                all = joined(all, range_of(difference_from_chosen(head), Palette::diverging, options.mask));
            }
        all.source = RangeSource::this_stage;
        return all;
    }

    float left_room() const {
        return label_width(drawing_, rows_) + space::large + (rows_title_.empty() ? 0 : 24) + heads_edge;
    }

    /// Labels and title beneath the lowest heads.
    float below() const { return arrangement_.reach + title_room() + space::small; }
    float title_room() const { return columns_title_.empty() ? 0 : heads_title_room; }

    Arrangement arrange() {
        Arrangement best;
        float largest = -1;
        const auto rounded = rounded_cell;
        // Of arrangements that show cells about as large, the widest: heads are to be compared across.
        for (Index across = page_; across >= 1; --across) {
            const Index down = (page_ + across - 1) / across;
            const auto n = static_cast<float>(across);
            const auto m = static_cast<float>(down);
            const float room_across = area_.width - left_room() - bar_room_ - (n - 1) * between_;
            const float least = least_cell(drawing_, shape_);
            const float x = bounded(room_across / n / static_cast<float>(shape_.columns), least, largest_cell_);
            if (x <= 0)
                continue;
            float reach = label_reach(drawing_, columns_, rounded(x));
            const auto cell_beside = [&](float notes) {
                const float room_down = area_.height - m * (name_room_ + notes) - (m - 1) * between_ - space::small -
                                        title_room() - page_line();
                const float y =
                    bounded((room_down - reach) / m / static_cast<float>(shape_.rows), least, largest_cell_);
                return shaped({x, y});
            };
            // Notes beneath narrower heads are higher.
            float notes = notes_height(x, across);
            notes = std::max(notes, notes_height(cell_beside(notes).x, across));
            // Labels that are turned beneath narrower cells reach further.
            reach = std::max(reach, label_reach(drawing_, columns_, rounded(cell_beside(notes).x)));
            const Point cell = cell_beside(notes);
            if (cell.x <= 0 || cell.y <= 0)
                continue;
            const float size = cell.x * cell.y * (page_ % across == 0 ? 1 : worth_an_even_grid) *
                               (names_all(cell) ? 1 : worth_all_words);
            if (size <= largest * worth_another_line)
                continue;
            largest = size;
            best = {across, down, cell, notes, 0};
        }
        const float zoom = drawing_.view_state.zoom;
        best.cell = {rounded(best.cell.x * zoom), rounded(best.cell.y * zoom)};
        best.reach = label_reach(drawing_, columns_, best.cell.x);
        return best;
    }

    bool names_all(Point cell) const {
        return !drawing_.view_state.on_paper ||
               (has_all_words(drawing_, rows_, AxisSide::left, cell.y) &&
                has_all_words(drawing_, columns_, AxisSide::below, rounded_cell(cell.x)));
    }

    /// Square cells, so that heads keep the shape of their matrix; a long one is stretched across its length.
    Point shaped(Point most) const {
        const float length = static_cast<float>(shape_.columns) / static_cast<float>(shape_.rows);
        const float wide = stretched_width(drawing_, std::min(heads_stretched_cell, most.y / length));
        const float high = std::min(heads_stretched_cell, most.x * length);
        return {std::min(most.x, std::max(most.y, wide)), std::min(most.y, std::max(most.x, high))};
    }

    /// From one head to the next beside it: as far as notes need, where there is room.
    float column_step(float cell, Index across) const {
        const float least = static_cast<float>(shape_.columns) * cell + between_;
        if (differences_ || drawing_.view_state.is_enlarged || !shows_hypotheses(drawing_))
            return least;
        const float room = (area_.width - left_room() - bar_room_) / static_cast<float>(across);
        return std::max(least, std::min(room, wanted_note + beside_note));
    }

    float note_width(float cell, Index across) const { return column_step(cell, across) - beside_note; }

    float notes_height(float cell, Index across) const {
        const bool nothing_to_say = drawing_.view_state.is_enlarged && drawing_.session.hypotheses.empty();
        return differences_ || nothing_to_say ? 0 : hypothesis_notes_height(drawing_, note_width(cell, across));
    }

    bool has_none_beneath(Index place) const { return place + arrangement_.across >= shown_; }

    /// The head at a place of the page.
    void add_head(Index place, HeatmapOptions options, Point at) {
        const Index head = first_ + place;
        if (place % arrangement_.across == 0)
            options.rows = rows_;
        if (has_none_beneath(place))
            options.columns = columns_;
        options.colour_bar = false;
        const ShownPlace chosen = shown_place(drawing_, selected_);
        if (!drawing_.view_state.marks_cell)
            options.outlines.clear();
        else if (head == chosen_)
            options.outlines = chosen_cell(chosen.row, chosen.column, shape_);
        else
            options.outlines = {{chosen.row, chosen.column, 1, 1, Outline::Kind::thin}};
        options.visible = area_.moved({-at.x, -at.y});
        outline_focus(drawing_, options);
        const Heatmap map = lay_out(options, drawing_.typesetter);
        add_edge(head, map.cells.moved(at));
        list_.append(map.list, at, area_);
        add_pin_marks(list_, drawing_, first_of(head), map, at, options.transposed);
        add_name(head, at);
        if (arrangement_.notes > 0)
            add_hypothesis_note(list_, drawing_, stored(head),
                                {at.x, at.y + map.cells.height + (has_none_beneath(place) ? below() : 0)},
                                note_width(arrangement_.cell.x, arrangement_.across), area_);
        if (place == std::min(arrangement_.across, shown_) - 1)
            add_bar(options, {at.x + map.cells.width, at.y});
    }

    void add_edge(Index head, const Box& cells) {
        Rectangle around;
        around.box = cells.grown(heads_edge - 0.5F);
        around.corner_radius = heads_edge;
        around.stroke =
            head_stroke(drawing_, stored(head), head == chosen_ && drawing_.view_state.marks_cell ? 3.0F : 1.5F);
        list_.add(around).clip = area_;
    }

    Typeset name_of(Index head, float size) const {
        const std::string tex = shown_symbol(drawing_, array_);
        const Colour ink = drawing_.theme().ink;
        Typeset name = set_formula(drawing_, tex, size, ink, first_head(head));
        if (differences_ && head != chosen_)
            name = minus(std::move(name), set_formula(drawing_, tex, size, ink, first_head(chosen_)), size);
        return name;
    }

    /// So that no name runs into the next; nothing where it would be too small to read.
    std::optional<float> fitting_name_size(float step) const {
        float size = heads_name_size;
        for (Index head = first_; head < first_ + shown_; ++head) {
            const std::string remark = remark_on(head);
            const float beside =
                remark.empty() ? 0 : space::medium + drawing_.typesetter.measure(remark, small()).width;
            size =
                std::min(size, heads_name_size * (step - space::small - beside) / name_of(head, heads_name_size).width);
        }
        return size < (drawing_.view_state.on_paper ? type_size::small : least_name_size) ? std::nullopt
                                                                                          : std::optional(size);
    }

    /// The symbol; where that has no room, the head's number, of a difference both.
    void add_name(Index head, Point at) {
        const Theme& theme = drawing_.theme();
        if (!name_size_) {
            std::string number = std::to_string(head_number(drawing_.session, stored(head)));
            if (differences_ && head != chosen_)
                number += fmt::format(" − {}", head_number(drawing_.session, stored(chosen_)));
            const bool is_on = drawing_.layer().heads.at(static_cast<std::size_t>(first_head(head))).on;
            const float room = column_step(arrangement_.cell.x, arrangement_.across) - space::small;
            if (!is_on && drawing_.typesetter.measure(number + " off", small()).width <= room)
                number += " off";
            add_text(list_, drawing_.typesetter, {at.x, at.y - space::small - heads_edge}, std::move(number), theme.ink,
                     small());
            return;
        }
        const Typeset name = name_of(head, *name_size_);
        const float y = at.y - space::small - heads_edge - name.descent;
        list_.append(name.list, {at.x, y}, area_);
        const std::string remark = remark_on(head);
        if (remark.empty())
            return;
        Text text{
            .text = remark, .position = {at.x + name.width + space::medium, y}, .font = small(), .colour = theme.dim};
        list_.add(std::move(text)).clip = area_;
    }

    /// "left − right" as one line.
    Typeset minus(Typeset left, const Typeset& right, float size) const {
        const Typeset sign = set_general_formula(drawing_, "-", size, drawing_.theme().ink);
        left.list.append(sign.list, {left.width + space::tiny, 0});
        left.width += sign.width + 2 * space::tiny;
        left.list.append(right.list, {left.width, 0});
        left.width += right.width;
        left.ascent = std::max(left.ascent, right.ascent);
        left.descent = std::max(left.descent, right.descent);
        return left;
    }

    std::string remark_on(Index head) const {
        if (is_reference(head))
            return "as it is";
        if (shared_ > 1)
            return fmt::format("heads {} to {}", first_head(head) + 1, first_head(head) + shared_);
        return drawing_.layer().heads.at(static_cast<std::size_t>(first_head(head))).on ? "" : "off";
    }

    /// With its numbers and its caption, and the bar of a change beside it.
    float bar_width() const {
        const HeatmapOptions options = coloured(0);
        if (options.bar_of_others)
            return room_of_second_bar + bounds(lay_out(*options.bar_of_others), drawing_.typesetter).right();
        return bounds(lay_out(colour_bar_of(options)), drawing_.typesetter).right();
    }

    float head_height() const { return static_cast<float>(shape_.rows) * arrangement_.cell.y; }

    /// Above a note it leaves room for its caption, as far as it can still be read.
    float bar_height() const {
        constexpr float lowest_above_note = 40;
        const float usual = head_height() * 0.8F;
        if (arrangement_.notes <= 0)
            return std::round(std::clamp(usual, lowest_colour_bar, tallest_colour_bar));
        const float above_caption = std::min(usual, head_height() - colour_bar_caption);
        return std::round(std::clamp(above_caption, lowest_above_note, tallest_colour_bar));
    }

    /// A bar that is higher than its head, with its caption, stands beside the note beneath it.
    float bar_beyond_head() const {
        if (arrangement_.notes <= 0 || bar_height() + colour_bar_caption <= head_height())
            return 0;
        return std::max(0.0F, note_width(arrangement_.cell.x, arrangement_.across) -
                                  static_cast<float>(shape_.columns) * arrangement_.cell.x);
    }

    void add_bar(const HeatmapOptions& options, Point at) {
        ColourBar bar = colour_bar_of(options);
        bar.height = bar_height();
        const float x = at.x + bar_beyond_head() + heads_bar_gap;
        const float last = area_.right() - (bar_room_ - heads_bar_gap); // closer to its head where it would be cut off
        const Point place{std::min(x, std::max(last, at.x + space::medium)), at.y};
        list_.append(lay_out(bar), place, area_);
        if (!options.bar_of_others)
            return;
        ColourBar others = *options.bar_of_others;
        others.height = bar.height;
        list_.append(lay_out(others), place + Point{room_of_second_bar, 0}, area_);
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    Box area_;
    float name_room_ = drawing_.view_state.is_enlarged ? 26 : usual_name_room; // above each head
    float largest_cell_ = drawing_.view_state.on_paper ? largest_cell_on_paper : heads_largest_cell;
    float between_ = drawing_.view_state.is_enlarged ? 12 : heads_usually_between;
    ArrayId array_;
    Index shared_; ///< so many heads have one matrix in common
    std::vector<Index> stored_;
    Index heads_; ///< matrices that are shown
    Index chosen_;
    bool differences_;
    CellId selected_;
    Shape shape_;
    AxisLabels rows_;
    AxisLabels columns_;
    std::string rows_title_;
    std::string columns_title_;
    Range range_;
    float bar_room_;
    Index page_ = 1;  ///< so many matrices have room together
    Index first_ = 0; ///< of those that are shown
    Index shown_ = 1;
    Arrangement arrangement_;
    std::optional<float> name_size_;
};

} // namespace

bool has_several_heads(const DrawContext& drawing) {
    return drawing.sizes().H > 1 && has_heads(drawing.view_state.array());
}

bool shows_parts(const DrawContext& drawing) {
    return drawing.view_state.array() == ArrayId::Y && drawing.trace.has(ArrayId::parts) && drawing.sizes().H > 1;
}

void heads_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    HeadsLayout(list, drawing, area, false).add();
}

void head_differences_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    HeadsLayout(list, drawing, area, true).add();
}

} // namespace attn
