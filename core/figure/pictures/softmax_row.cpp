#include "core/figure/pictures/softmax_row.h"

#include "core/figure/bar_length.h"
#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/words/softmax_claims.h"
#include "core/model/mask.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <string_view>

namespace attn {

namespace {

constexpr std::string_view difference = R"(<softmax score> - <m>_<i>)";
constexpr float softmax_row_left_room = 124;
constexpr float softmax_formula_size = 15;
constexpr float softmax_row_right_room = 190;
constexpr float remark_room = softmax_row_left_room - space::medium - space::tiny;
constexpr float softmax_row_largest_cell = 88;
constexpr float remark_line = 18;
/// The gap beneath each row, in logical pixels. It holds the line to the maximum, the numbers of bars, nothing, and the
/// stacked bar.
struct SoftmaxGaps {
    float masked = 26;
    float differences = 30;
    float bars = 20;
    float shares = 42;
};
/// The gaps beneath the rows in a low window, without the stacked bar.
constexpr SoftmaxGaps low_gaps{.masked = 18, .differences = 22, .bars = 14, .shares = 10};
/// The heights of strips, bars and the whole matrix, as multiples of a cell's height. They shrink together.
constexpr LineHeight strip_height{0.4F, 26, 48};
constexpr LineHeight low_strip_height{0.4F, 22, 48};
constexpr LineHeight height_of_bars{1.5F, 32, 240};
constexpr LineHeight low_height_of_bars{1.5F, 26, 240};
constexpr LineHeight map_height{1.9F, 72, 300};
constexpr float whole_cell = 28; // largest cell of the whole matrix
constexpr float map_foot = 8;
constexpr float room_above_bars = 12; // for their numbers, if the line to the maximum stands above them

enum Line : std::size_t { masked_line, differences_line, bars_line, shares_line, map_line };

class SoftmaxLayout : Canvas {
public:
    SoftmaxLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), row_(drawing), keys_(row_.keys()), scores_(common_range()),
          grid_(fitting_grid()), cell_(grid_.cell().x), x_(grid_.cells(masked_line, 0).x) {}

    Box add() {
        grid_.add(list_);
        const Box masked = place_of(masked_line);
        label_formula("<softmax score>",
                      {name_of_row(), Always{"it names a cell or an array, and states nothing of it"}}, masked);
        if (slider_room() > 0 && !view().reveal)
            add_text({left_of_remarks(), masked.y + 20}, "drag any of them", theme_.dim, small());
        if (says_scaling())
            add_scaling(masked);
        if (is_there(softmax_level::maximum) && !takes_nothing_off_)
            add_maximum(masked.bottom());
        if (is_there(softmax_level::differences) && has_differences_)
            label_formula(difference, row_.of_differences(), place_of(differences_line));
        const Box bars = place_of(bars_line);
        if (is_there(softmax_level::exponentials)) {
            add_bars(bars);
            label_formula(takes_nothing_off_ ? R"(\exp(<softmax score>))" : R"(\exp(<softmax score> - <m>_<i>))",
                          row_.of_exponentials(), bars);
        }
        const float middle = has_stacked_bar_ ? bars.centre().y : bars.bottom() - remark_line; // does not touch the
                                                                                               // numbers of the shares
        if (is_there(softmax_level::sum))
            add_sum(has_remarks_beneath_ ? bars.bottom() + remark_line : middle);
        const Box shares = place_of(shares_line);
        if (is_there(softmax_level::shares))
            add_shares(shares);
        if (has_map_ && is_there(softmax_level::shares))
            add_whole(place_of(map_line));
        const float widest = std::min(std::max(400.0F, strip_width()), area_.width);
        return {std::min(x_, area_.right() - widest), shares.bottom() + gaps().shares + remarks_beneath(), widest,
                has_slider_ ? 24.0F : 0};
    }

    /// The box of the strips and of all beneath them, with the size that it has when all is revealed.
    Box drawn() const { return {x_, area_.y, strip_width(), grid_.covered().bottom() - area_.y}; }

private:
    /// True if there may be a slider for the temperature: not in a lecture, which is controlled by keys, nor on paper,
    /// nor in lessons that have not introduced it.
    bool may_have_slider() const { return !view().is_enlarged && !on_paper() && !view().in_lesson(); }
    float slider_room() const { return has_slider_ ? 56 : 0; }

    /// True if a lesson does not subtract the row's maximum yet, because it has not explained why.
    bool takes_nothing_off() const { return view().in_lesson() && !row_.place_of_largest() && row_.largest() == 0; }

    bool is_there(int level) const { return !view().reveal || view().reveal->level >= level; }

    Box place_of(Line line) const {
        return grid_.cells(line > differences_line && !has_differences_ ? line - std::size_t{1} : line, 0);
    }

    /// The grid that fits. On a page there is room beneath each row for the remarks that are beside the row otherwise.
    /// If there is too little room, the whole matrix is left out first, then the bar of shares, then the slider, and at
    /// last the row of differences to the maximum.
    Grid fitting_grid() {
        Grid grid = with_lines();
        if (on_paper() && grid.cell().x < measure::numbered_cell) {
            has_remarks_beneath_ = true;
            grid = with_lines();
        }
        const auto fits = [&] { return grid.covered().height <= area_.height; };
        for (bool* const given_up : {&has_map_, &has_stacked_bar_, &has_slider_, &has_differences_}) {
            if (fits())
                break;
            const bool is_kept_on_paper = given_up == &has_stacked_bar_ || given_up == &has_differences_;
            if (!*given_up || (is_kept_on_paper && on_paper()) ||
                (given_up == &has_differences_ && (view().reveal || view().is_enlarged)))
                continue;
            *given_up = false;
            grid = with_lines();
        }
        return grid;
    }

    SoftmaxGaps gaps() const { return has_stacked_bar_ ? SoftmaxGaps() : low_gaps; }

    /// The grid of rows, one below the other: scores, differences to their maximum, exponentials, attention weights,
    /// and the whole matrix.
    Grid with_lines() const {
        MatrixBox masked{.map = strip(ArrayId::masked)};
        masked.map.columns = column_axis_of(drawing_, ArrayId::masked, chosen_);
        masked.map.columns.title.clear();
        masked.map.scale_name = "<softmax score>"; // the same name as beside it, for scaled, capped or masked scores
        masked.map.columns_above = true;
        masked.kept = {.left = softmax_row_left_room,
                       .right = has_remarks_beneath_ ? space::small : softmax_row_right_room,
                       .below = gaps().masked};
        MatrixBox differences{.map = strip(ArrayId::masked), .is_drawn = is_there(softmax_level::differences)};
        differences.map.matrix = row_.differences();
        differences.map.scale_name = difference;
        differences.map.first_cell.reset();
        differences.map.outlines.clear();
        differences.kept.below = gaps().differences;
        MatrixBox bars{.map = strip(ArrayId::exp), .is_drawn = false};
        bars.kept.below = gaps().bars + remarks_beneath();
        MatrixBox shares{.map = strip(ArrayId::A), .is_drawn = is_there(softmax_level::shares)};
        shares.map.decimals = view().fine_decimals();
        shares.kept.below = gaps().shares + remarks_beneath() + slider_room();
        const LineHeight& height = has_stacked_bar_ ? strip_height : low_strip_height;
        GridRules rules{.largest_cell = softmax_row_largest_cell,
                        .stretched_cell = 2 * softmax_row_largest_cell, // width and height of cells are independent
                        .line_gap = 0,
                        .aligned = true,
                        .heights = {height, height, has_stacked_bar_ ? height_of_bars : low_height_of_bars, height}};
        MatrixLines lines{{masked}, {differences}, {bars}, {shares}};
        if (!has_differences_) {
            lines.erase(lines.begin() + differences_line);
            rules.heights.erase(rules.heights.begin() + differences_line);
            lines.front().front().kept.below += room_above_bars;
        }
        if (has_map_) {
            lines.push_back({{.map = strip(ArrayId::A), .is_drawn = false}});
            rules.heights.push_back(map_height);
            if (on_paper()) // a page grows in height
                rules.heights.back().most =
                    std::max(map_height.least, map_foot + whole_cell * static_cast<float>(rows_of_whole()));
        }
        return {drawing_, area_, std::move(lines), rules};
    }

    Index rows_of_whole() const { return shown_shape(drawing_, ArrayId::A).rows; }

    void add_shares(const Box& strip) {
        label_formula("<share>", row_.of_shares(), strip);
        const float beneath = strip.height + 17 + remark_line; // and the remark beneath the stacked bar
        const std::string sum = display_number(row_.sum_of_shares(), view().fine_decimals());
        const Point at{left_of_remarks(), strip.y + (has_remarks_beneath_ ? beneath : strip.height / 2 - 8)};
        add_claim(
            at,
            {fmt::format("{} sum {}", row_.line(), sum), written_fact(Quantity::row_sum, row_.cell(ArrayId::A), sum)},
            theme_.ink, {.weight = FontWeight::medium});
        add_claim({at.x, at.y + 16}, row_.of_entropy(), theme_.dim, small());
        if (has_stacked_bar_)
            add_stacked_bar(strip.bottom() + 8);
    }

    std::optional<Index> chosen_key() const {
        return column_role(view().array()) == Role::keys ? std::optional(selected_cell(drawing_).column) : std::nullopt;
    }

    float strip_width() const { return cell_ * static_cast<float>(keys_); }

    HeatmapOptions strip(ArrayId stage) const {
        HeatmapOptions options =
            row_at(drawing_, {drawing_.layer().number, stage, view().item, view().head}, row_.row());
        if (stage != ArrayId::A)
            options.range = scores_;
        if (chosen_ && view().step == stage)
            options.outlines = {{0, *chosen_, 1, 1, Outline::Kind::strong}};
        return options;
    }

    /// The union of the ranges of the scores and of their differences to the maximum, so that equal numbers have equal
    /// colours.
    Range common_range() const {
        const Palette palette = palette_of(drawing_, ArrayId::masked);
        const Matrix mask =
            row_at(drawing_, {drawing_.layer().number, ArrayId::masked, view().item, view().head}, row_.row()).mask;
        return joined(range_of(row_.masked(), palette, mask), range_of(row_.differences(), palette, mask));
    }

    /// The name of the row: "row of rose₄", or of the column, which is drawn horizontally. Only the token if that is
    /// too long.
    std::string name_of_row() const {
        std::string token = token_name(drawing_, false, row_.row()).letters();
        const std::string words = fmt::format("{} of {}", row_.line(), token);
        const std::string lying = drawing_.session.tokens_as_columns ? words + ", lying" : words;
        for (const std::string& name : {lying, words})
            if (width_of(name, small()) <= remark_room)
                return name;
        return token;
    }

    /// Adds a formula in the session's notation to the left of a row, and a remark beneath it.
    void label_formula(std::string_view tex, const Claim& remark, const Box& beside) {
        const float y = beside.centre().y - 17;
        Typeset set = set_formula(drawing_, tex, softmax_formula_size, theme_.ink);
        if (set.width > remark_room)
            set = set_formula(drawing_, tex, softmax_formula_size * remark_room / set.width, theme_.ink);
        // A formula with deep subscripts stands higher, so that it does not touch the remark.
        constexpr float room_below = 4;
        list_.append(set.list, {x_ - space::medium - set.width, y + 15 - std::max(0.0F, set.descent - room_below)});
        add_text({x_ - space::medium, y + 29},
                 fitting_text(list_, drawing_.typesetter, remark.text.letters(), small(), remark_room), theme_.dim,
                 small(), Horizontal::right)
            .says = ShownClaims{{remark}};
    }

    /// True if scaling is the only step between the scores and softmax, and no other part of the picture shows it.
    bool says_scaling() const {
        const auto factor = static_cast<float>(score_factor(drawing_.layer()));
        if (slider_room() > 0 || has_remarks_beneath_ || view().in_lesson() || factor == 1 ||
            !drawing_.trace.has(ArrayId::scores) || drawing_.trace.has(ArrayId::capped) ||
            drawing_.trace.has(ArrayId::bias) || has_mask(drawing_.layer()))
            return false;
        constexpr float rounding = 1e-5F;
        const Matrix scores = drawing_.trace.array(ArrayId::scores, view().item, view().head); // S_q x S_k
        for (Index j = 0; j < keys_; ++j) {
            const float scaled = scores(row_.row(), j) * factor;
            if (!(std::abs(row_.masked()(0, j) - scaled) <= rounding * std::max(1.0F, std::abs(scaled))))
                return false;
        }
        return true;
    }

    /// Adds the formula of the scaled scores beside them, above the maximum: s̃ = s/√d_k. It is smaller if its letters
    /// would reach above the row.
    void add_scaling(const Box& strip) {
        constexpr float usual = 15;
        constexpr float below_middle = 5;
        const auto set_in = [&](float size) {
            return set_formula(drawing_, "<softmax score> = <scale(><score><)scale>", size, theme_.ink);
        };
        Typeset set = set_in(usual);
        const float room = strip.bottom() - space::tiny - area_.y;
        if (const float high = bounds(set.list, drawing_.typesetter).height; high > room)
            set = set_in(usual * room / high);
        const float lowest = strip.bottom() - space::tiny - bounds(set.list, drawing_.typesetter).bottom();
        if (left_of_remarks() + set.width <= area_.right())
            append(set.list, {left_of_remarks(), std::min(strip.centre().y + below_middle, lowest)});
    }

    /// Adds the sum of the exponentials, "Z = 2.13".
    void add_sum(float y) {
        const bool strong = view().step == ArrayId::row_sum;
        const float x = left_of_remarks();
        const Typeset symbol = set_formula(drawing_, R"(<z>_<i> =)", softmax_formula_size, theme_.ink);
        list_.append(symbol.list, {x, y});
        add_text({x + symbol.width + space::tiny, y}, display_number(row_.sum(), view().fine_decimals()), theme_.ink,
                 {.weight = strong ? FontWeight::bold : FontWeight::medium});
        add_claim({x, y + 18}, row_.of_sum(), theme_.dim, small());
    }

    float left_of_remarks() const { return has_remarks_beneath_ ? x_ : x_ + strip_width() + space::huge + 4; }
    /// The height of a row's remark, if remarks are beneath rows.
    float remarks_beneath() const { return has_remarks_beneath_ ? 2 * remark_line : 0; }

    void add_maximum(float y) {
        const bool strong = view().step == ArrayId::row_max;
        const float to = x_ + strip_width() + space::medium;
        const std::optional<Index> place = row_.place_of_largest();
        if (place && std::isfinite(row_.largest())) {
            const float from = x_ + (static_cast<float>(*place) + 0.5F) * cell_;
            const Stroke stroke{strong ? theme_.ink : theme_.connector, 1};
            if (has_remarks_beneath_) // the maximum stands directly beneath the remark
                add_line({from, y + 1}, {from, y + 5}, stroke);
            else
                add_way({{from, y + 3}, {from, y + 13}, {to, y + 13}}, stroke);
        }
        const Font font{.weight = strong ? FontWeight::bold : FontWeight::medium};
        const std::string largest = display_number(row_.largest(), view().decimals);
        const std::string whose = place ? std::string(row_.line()) + "’s largest" : "pinned";
        float x = to + space::medium;
        const Typeset symbol = set_formula(drawing_, "<m>_<i> =", softmax_formula_size, theme_.ink);
        if (has_remarks_beneath_) {
            const float width =
                symbol.width + space::tiny + width_of(largest, font) + space::small + width_of(whose, small());
            const float middle = place ? x_ + (static_cast<float>(*place) + 0.5F) * cell_ : x_;
            x = std::max(x_, std::min(middle - width / 2, x_ + strip_width() - width));
        }
        list_.append(symbol.list, {x, y + 17});
        x += symbol.width + space::tiny;
        add_text({x, y + 17}, largest, theme_.ink, font);
        x += width_of(largest, font) + space::small;
        add_text({x, y + 17}, whose, theme_.dim, small());
    }

    const ColourMap& colours_of_shares() const { return colour_map(palette_of(drawing_, ArrayId::A), view().look); }

    void add_bars(const Box& bars) {
        const float foot = bars.bottom();
        const Colour fill = colours_of_shares().at_share(0.55F);
        // The highest bar is 1, unless a pinned exponential is larger.
        const double tallest = fullest(row_.exponentials().row(0), 1);
        for (Index j = 0; j < keys_; ++j) {
            const float share = filled_part(static_cast<double>(row_.exponentials()(0, j)), tallest);
            const float height = share > 0 ? std::max(1.0F, share * bars.height) : 0;
            const float left = x_ + static_cast<float>(j) * cell_;
            const float inset = cell_ >= 12 ? std::floor(cell_ * 0.2F) : 0;
            const CellId cell = row_.cell(ArrayId::exp, j);
            add_box({left + inset, foot - height, cell_ - 2 * inset, height},
                    bar_colour(static_cast<double>(row_.exponentials()(0, j)), fill, colours_of_shares()),
                    {chosen_ == j ? theme_.ink : transparent, 2})
                .says = ShownMeasure{cell, Measure::height};
            add_place({left, bars.y - softmax_bar_label, cell_, bars.height + softmax_bar_label}, cell);
            if (cell_ >= measure::numbered_cell)
                add_text({left + cell_ / 2, foot - height - 5},
                         number_in_cell(row_.exponentials()(0, j), view().fine_decimals()), theme_.ink, small(),
                         Horizontal::centre);
        }
        add_box({x_, foot, strip_width(), 1}, theme_.connector);
    }

    void add_stacked_bar(float y) {
        const ColourMap& map = colours_of_shares();
        const Range range{0, 1, 0, 1, RangeSource::fixed};
        const std::vector<float> parts = stacked_parts(row_.shares().row(0));
        float x = x_;
        for (Index j = 0; j < keys_; ++j) {
            const float width = parts[static_cast<std::size_t>(j)] * strip_width();
            add_box({x, y, width, 9}, map.at(row_.shares()(0, j), range),
                    {faded(theme_.ink, width >= 3 ? 0.35F : 0.0F), 1})
                .says = ShownMeasure{row_.cell(ArrayId::A, j), Measure::width};
            x += width;
        }
    }

    void add_whole(const Box& room) {
        const float y = room.y;
        HeatmapOptions options =
            heat_of(drawing_, {drawing_.layer().number, ArrayId::A, view().item, view().head, 0, 0});
        const bool transposed = options.transposed;
        const Shape shape = shown_shape(options);
        const float side = std::min((room.height - map_foot) / static_cast<float>(shape.rows), whole_cell);
        options.cell_height = side >= 3 ? std::floor(side) : side;
        options.cell_width = std::min(options.cell_height, strip_width() / static_cast<float>(shape.columns));
        options.numbers = CellNumbers::never;
        options.outlines = {transposed ? Outline{0, row_.row(), keys_, 1, Outline::Kind::strong}
                                       : Outline{row_.row(), 0, 1, keys_, Outline::Kind::strong}};
        const Heatmap map = lay_out(options, drawing_.typesetter);
        append(map.list, {x_, y});
        const Typeset name = set_formula(drawing_, shown_symbol(drawing_, ArrayId::A), 17, theme_.ink);
        const float right = x_ + map.cells.width + space::large;
        list_.append(name.list, {right, y + name.ascent});
        const std::string size = fmt::format("{}×{}", shape.rows, shape.columns);
        const float beneath = name.ascent + 22 - remark_line +
                              add_claims({right, y + name.ascent + 22},
                                         {{size + ",", written_fact(Quantity::shape, row_.cell(ArrayId::A), size)},
                                          row_.of_row_sums(options.matrix)},
                                         theme_.dim, small(), remark_line);
        const float row_line = (static_cast<float>(row_.row()) + 0.5F) * options.cell_height + 4;
        if (!transposed && row_line > beneath + type_size::normal)
            add_text({right, y + row_line}, "← the row above", theme_.dim, small());
    }

    SoftmaxRow row_;
    Index keys_;
    Range scores_; ///< range of colours for scores and for their differences to the maximum
    std::optional<Index> chosen_ = chosen_key();
    bool has_remarks_beneath_ = false;
    bool has_map_ = true;
    bool has_slider_ = may_have_slider();
    bool has_stacked_bar_ = true;
    bool takes_nothing_off_ = takes_nothing_off();
    bool has_differences_ = !takes_nothing_off_;
    Grid grid_;
    float cell_; ///< width of a cell
    float x_;    ///< left edge of the strips
};

/// The colour scales of the whole picture, even while it is built up, so that they do not move.
DisplayList scales_of_whole(const DrawContext& drawing, const Box& area) {
    ViewState view_state = drawing.view_state;
    view_state.reveal.reset();
    const DrawContext whole = drawing.seen_as(view_state);
    DisplayList all;
    SoftmaxLayout(all, whole, above_scales(area)).add();
    return scales_of(all, whole, area.width);
}

} // namespace

bool shows_softmax_row(const DrawContext& drawing) {
    constexpr std::array all{ArrayId::row_max, ArrayId::exp, ArrayId::row_sum, ArrayId::A};
    const bool is_part = std::find(all.begin(), all.end(), drawing.view_state.step) != all.end();
    return is_part && drawing.trace.has(ArrayId::masked) &&
           std::all_of(all.begin(), all.end(), [&](ArrayId stage) { return drawing.trace.has(stage); });
}

ArrayId array_of_row(const DrawContext& drawing) {
    return shows_softmax_row(drawing) ? ArrayId::A : drawing.view_state.array();
}

Box softmax_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const std::size_t first = list.items.size();
    // In very low windows the colour scale is left out, so that cells keep their numbers.
    const bool may_reach_beyond = drawing.view_state.on_paper || drawing.view_state.is_enlarged;
    const Box above = above_scales(area);
    if (!may_reach_beyond && SoftmaxLayout(list, drawing, above).drawn().bottom() > above.bottom() + 1)
        return SoftmaxLayout(list, drawing, area).add();
    SoftmaxLayout layout(list, drawing, above);
    const Box controls = layout.add();
    add_beneath(list, drawing, area,
                drawing.view_state.reveal ? scales_of_whole(drawing, area)
                                          : scales_of(list, drawing, area.width, first),
                layout.drawn());
    return controls;
}

} // namespace attn
