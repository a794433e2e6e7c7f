#include "core/figure/pictures/wrong_axis.h"

#include "core/explain/lenses.h"
#include "core/figure/bar_length.h"
#include "core/figure/number.h"
#include "core/figure/pictures/label_reach.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <numeric>
#include <span>

namespace attn {

namespace {

constexpr float wrong_axis_title_room = 26;
constexpr float wrong_axis_name_room = 30;
constexpr float sums_across = 96;               // bars of the rows' sums, and their numbers
constexpr float sums_down = 56;                 // of the columns'
constexpr float wrong_axis_between = 36;        // the two matrices
constexpr float wrong_axis_bar_length = 36;     // of a sum of 1
constexpr double wrong_axis_longest_bar = 1.25; // where a sum is larger all bars are shorter
constexpr float bar_thickness = 8;
constexpr float wrong_axis_largest_cell = 56;
constexpr float wrong_axis_stretched_cell = 6;
constexpr int wrong_axis_rounds = 3;
constexpr float wrong_axis_text_room = 64;
constexpr float numbered_step = 13;
constexpr double even = 1e-3; // as near to 1 as rounding brings a sum

/// Sums of what is seen as rows, and as columns.
struct Sums {
    std::vector<double> rows;
    std::vector<double> columns;
};

Sums sums_of(const HeatmapOptions& options) {
    const Shape shape = shown_shape(options);
    Sums sums{std::vector<double>(static_cast<std::size_t>(shape.rows)),
              std::vector<double>(static_cast<std::size_t>(shape.columns))};
    for (Index i = 0; i < shape.rows; ++i)
        for (Index j = 0; j < shape.columns; ++j) {
            const auto share = static_cast<double>(options.transposed ? options.matrix(j, i) : options.matrix(i, j));
            sums.rows.at(static_cast<std::size_t>(i)) += share;
            sums.columns.at(static_cast<std::size_t>(j)) += share;
        }
    return sums;
}

class WrongAxisLayout {
public:
    WrongAxisLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area), selected_(selected_cell(drawing)),
          upright_(is_transposed(drawing, ArrayId::A)), right_(heat_of(drawing, first())), wrong_(right_) {
        LensInputs inputs;
        inputs.number(selected_.item).number(selected_.head).stage(drawing.trace, ArrayId::masked, selected_.item);
        wrong_.matrix = drawing.cache.seen_through(Lens::wrong_axis, std::move(inputs), [&] {
            return softmax_over_queries(drawing.trace, selected_.item, selected_.head);
        });
        wrong_.first_cell.reset();
        if (drawing.view_state.range != RangeSource::fixed)
            wrong_.range = range_of(wrong_.matrix, wrong_.palette, wrong_.mask);
        label();
        size();
    }

    void add() {
        add_map(right_, right_at_, right_title, "over keys");
        add_map(wrong_, wrong_at_, wrong_title, "over queries: wrong");
        const Shape shape = shown_shape(right_);
        const float rows = static_cast<float>(shape.rows) * right_.cell_height;
        // The title of few, low rows reaches down beyond them.
        const float title = drawing_.typesetter.measure(right_.rows.title, small()).width;
        const float beneath =
            std::max(rows + sums_down + wrong_axis_text_room / 2, title + space::medium + type_size::normal);
        add_paragraph(list_, drawing_.typesetter, {area_.x, right_at_.y + beneath}, area_.width, words(), theme_.ink);
    }

private:
    CellId first() const { return canonical(drawing_, {ArrayId::A, selected_.item, selected_.head, 0, 0}); }

    void label() {
        const ShownPlace place = shown_place(drawing_, selected_);
        const Shape shape = shown_shape(right_);
        right_.rows = left_axis_of(drawing_, ArrayId::A, selected_);
        right_.columns = lower_axis_of(drawing_, ArrayId::A, selected_);
        wrong_.columns = right_.columns;
        for (HeatmapOptions* options : {&right_, &wrong_}) {
            options->scale_name = R"(\mathrm{both\ matrices})"; // one of them has no symbol
            options->columns.title.clear();
            options->columns_above = true;
        }
        right_.outlines = chosen_cell(place.row, place.column, shape);
        wrong_.outlines = {{place.row, place.column}};
    }

    void size() {
        const float labels = label_width(drawing_, right_.rows) + space::large + 24;
        const Shape shape = shown_shape(right_);
        const auto rows = static_cast<float>(shape.rows);
        const auto columns = static_cast<float>(shape.columns);
        title_width_ = widest_title();
        // Beside each other stand cells with their sums, or titles where these are wider.
        const float across = (area_.width - labels - wrong_axis_between - 2 * sums_across) / (2 * columns);
        const auto whole = [](float size) { return size >= 3 ? std::floor(size) : size; };
        const float least = least_cell(drawing_, shape);
        float labels_above = 0;
        Point cell{std::min(across, wrong_axis_largest_cell), 0};
        for (int round = 0; round < wrong_axis_rounds; ++round) { // words are turned above narrow cells
            labels_above = std::max(labels_above, label_reach(drawing_, right_.columns, cell.x) + space::small);
            const float down =
                (area_.height - wrong_axis_title_room - labels_above - sums_down - wrong_axis_text_room) / rows;
            const float x =
                std::max(least, std::min({across, wrong_axis_largest_cell, std::max(down, wrong_axis_stretched_cell)}));
            const float y =
                std::max(least, std::min({down, wrong_axis_largest_cell, std::max(x, wrong_axis_stretched_cell)}));
            cell = {whole(x * drawing_.view_state.zoom), whole(y * drawing_.view_state.zoom)};
        }
        const float above = wrong_axis_title_room + labels_above;
        for (HeatmapOptions* options : {&right_, &wrong_}) {
            options->cell_width = cell.x;
            options->cell_height = cell.y;
        }
        // Titles that would push the second matrix out are cut.
        const float cells = columns * cell.x + sums_across;
        const float room = (area_.width - labels - wrong_axis_between) / 2;
        title_width_ = std::max(cells, std::min(title_width_, drawing_.view_state.on_paper ? title_width_ : room));
        const float step = title_width_ + wrong_axis_between;
        const float used = labels + 2 * step - wrong_axis_between;
        const float tall = above + rows * cell.y + sums_down + wrong_axis_text_room;
        const Point pan = drawing_.view_state.pan;
        right_at_ = {std::floor(area_.x + std::max(0.0F, area_.width - used) / 2 + labels + pan.x),
                     std::floor(area_.y + std::max(0.0F, area_.height - tall) * 0.4F + above + pan.y)};
        wrong_at_ = {right_at_.x + step, right_at_.y};
        title_at_ = right_at_.y - labels_above - space::small;
    }

    void add_map(HeatmapOptions& options, Point at, std::string_view title, std::string_view short_title) {
        options.visible = area_.moved({-at.x, -at.y});
        outline_focus(drawing_, options);
        const Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, at, area_);
        const float mathematics = add_symbol({at.x, title_at_});
        const Font font{.weight = FontWeight::medium};
        const float room = title_width_ - mathematics - space::small;
        const std::string_view words = drawing_.typesetter.measure(title, font).width <= room ? title : short_title;
        add_text(list_, drawing_.typesetter, {at.x + mathematics + space::small, title_at_},
                 drawing_.typesetter.shortened(std::string(words), font, room), theme_.ink, font);
        const Sums sums = sums_of(options);
        add_row_sums(sums.rows, options, {at.x + map.cells.width + space::medium, at.y});
        add_column_sums(sums.columns, options, {at.x, at.y + map.cells.height + space::medium});
    }

    static constexpr std::string_view right_title = "over the keys, as it is";
    static constexpr std::string_view wrong_title = "over the queries, which is wrong";

    float widest_title() const {
        const Font font{.weight = FontWeight::medium};
        return set_formula(drawing_, R"(\mathrm{softmax})", 15, theme_.ink).width + space::small +
               std::max(drawing_.typesetter.measure(right_title, font).width,
                        drawing_.typesetter.measure(wrong_title, font).width);
    }

    float add_symbol(Point at) {
        const Typeset symbol = set_formula(drawing_, R"(\mathrm{softmax})", 15, theme_.ink);
        list_.append(symbol.list, at, area_);
        return symbol.width;
    }

    Colour fill(double sum) const {
        const ColourMap& map = colour_map(right_.palette, right_.look);
        return bar_colour(sum, map.at_share(0.55F), map);
    }

    /// The bars of sums: 1 is `unit` long, and shorter where another would become too long.
    struct SumBars {
        float unit = 0;
        double most = 1;

        SumBars(const std::vector<double>& sums, float length_of_one) : unit(length_of_one) {
            for (const double sum : sums)
                if (std::isfinite(sum))
                    most = std::max(most, sum);
        }

        float length_of(double sum) const {
            return filled_part(sum, most) * unit * static_cast<float>(std::min(most, wrong_axis_longest_bar));
        }
    };

    static bool is_one(double sum) { return std::abs(sum - 1) < even; }

    /// In bold where it is not one.
    Text written(double sum) const {
        return {.text = display_number(static_cast<float>(sum), 2),
                .position = {},
                .font = {.size = type_size::small, .weight = is_one(sum) ? FontWeight::regular : FontWeight::semibold},
                .colour = theme_.ink,
                .vertical = Vertical::middle};
    }

    void put(double sum, Point at, Horizontal horizontal) {
        Text text = written(sum);
        text.position = at;
        text.horizontal = horizontal;
        list_.add(std::move(text)).clip = area_;
    }

    void add_one(Point from, Point to) { list_.add(line(from, to, {theme_.ink, 1, LineStyle::dashed})).clip = area_; }

    void add_row_sums(const std::vector<double>& sums, const HeatmapOptions& options, Point at) {
        const float step = options.cell_height;
        const SumBars bars(sums, wrong_axis_bar_length);
        const float one = bars.length_of(1);
        const float thickness = std::min(bar_thickness, std::max(1.0F, step - 1));
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const float y = at.y + (static_cast<float>(i) + 0.5F) * step;
            Rectangle bar;
            bar.box = {at.x, y - thickness / 2, bars.length_of(sums[i]), thickness};
            bar.fill = fill(sums[i]);
            list_.add(bar).clip = area_;
            if (step >= numbered_step)
                put(sums[i], {at.x + std::max(bars.length_of(sums[i]), wrong_axis_bar_length) + 6, y},
                    Horizontal::left);
        }
        list_.add(Text{.text = "sum", .position = {at.x, at.y - space::small}, .font = small(), .colour = theme_.dim})
            .clip = area_;
        add_one({at.x + one, at.y}, {at.x + one, at.y + step * static_cast<float>(sums.size())});
    }

    void add_column_sums(const std::vector<double>& sums, const HeatmapOptions& options, Point at) {
        const float step = options.cell_width;
        constexpr float height = 26;
        const SumBars bars(sums, height);
        const float one = bars.length_of(1);
        const float thickness = std::min(bar_thickness, std::max(1.0F, step - 1));
        float widest = 2 * numbered_step;
        for (const double sum : sums)
            widest = std::max(widest, drawing_.typesetter.measure(written(sum)).width + space::small);
        for (std::size_t j = 0; j < sums.size(); ++j) {
            const float x = at.x + (static_cast<float>(j) + 0.5F) * step;
            Rectangle bar;
            bar.box = {x - thickness / 2, at.y, thickness, bars.length_of(sums[j])};
            bar.fill = fill(sums[j]);
            list_.add(bar).clip = area_;
            if (step >= widest)
                put(sums[j], {x, at.y + std::max(bars.length_of(sums[j]), height) + 11}, Horizontal::centre);
        }
        const float y = at.y + one;
        add_one({at.x, y}, {at.x + step * static_cast<float>(sums.size()), y});
    }

    static std::string percent(double share) { return fmt::format("{:.0f} %", share * 100); }

    struct Reader {
        Index row = 0;
        double sum = 0;
    };

    /// What those who may read hand out where softmax runs over the queries, from the least to the most.
    std::vector<Reader> readers() const {
        std::vector<Reader> all;
        const auto sum = [](std::span<const float> row) { return std::accumulate(row.begin(), row.end(), 0.0); };
        all.reserve(static_cast<std::size_t>(wrong_.matrix.rows()));
        for (Index i = 0; i < wrong_.matrix.rows(); ++i)
            if (sum(right_.matrix.row(i)) > 0 && std::isfinite(sum(wrong_.matrix.row(i))))
                all.push_back({i, sum(wrong_.matrix.row(i))});
        std::stable_sort(all.begin(), all.end(), [](const Reader& a, const Reader& b) { return a.sum < b.sum; });
        return all;
    }

    /// Who hands out too much, and who too little.
    std::string words() const {
        const std::vector<Reader> all = readers();
        if (all.empty())
            return "The mask hides every key from every query: there is nothing to share.";
        const Reader& least = all.front();
        const Reader& most = all.back();
        const auto name = [&](const Reader& reader) { return token_name(drawing_, false, reader.row); };
        const std::string line = upright_ ? "column" : "row";
        if (is_one(least.sum) && is_one(most.sum))
            return fmt::format("Here every {} happens to sum to 1 both ways.", line);
        const std::string other =
            all.size() > 1 ? fmt::format(", {} {}", name(least), percent(least.sum)) : std::string();
        return fmt::format(
            "Over the queries each key shares itself out, and no {} need sum to 1: {} hands out {} of its "
            "attention{}. What is taken home is no average of values any more.",
            line, name(most), percent(most.sum), other);
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
    CellId selected_;
    bool upright_;
    HeatmapOptions right_; // S_q x S_k
    HeatmapOptions wrong_; // S_q x S_k
    Point right_at_;
    Point wrong_at_;
    float title_at_ = 0;
    float title_width_ = 0;
};

} // namespace

bool shows_wrong_axis(const DrawContext& drawing) {
    if (drawing.view_state.array() != ArrayId::A || !drawing.trace.has(ArrayId::masked))
        return false;
    const Layer& layer = drawing.layer();
    return std::none_of(layer.pins.begin(), layer.pins.end(),
                        [](const auto& pin) { return pin.first.array == ArrayId::A; }) &&
           std::none_of(layer.given.begin(), layer.given.end(),
                        [](const auto& given) { return given.first.array == ArrayId::A; });
}

void wrong_axis_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    draw_above_scales(list, drawing, area, [&](const Box& above) { WrongAxisLayout(list, drawing, above).add(); });
}

} // namespace attn
