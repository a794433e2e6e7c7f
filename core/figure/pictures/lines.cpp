#include "core/figure/bar_length.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/pictures.h"
#include "core/tensor/to_integer.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float lines_head_room = 36; // height of the titles of both sides
constexpr float foot_room = 40;       // height of the sum and a remark
constexpr float lines_largest_step = 64;
constexpr float largest_step_in_window = 104; // the window's height is filled
constexpr float labelled_step = 15;
constexpr float widest_line = 14;
constexpr float thinnest_line = 0.75F;
constexpr float receding = 0.22F;
constexpr float numbers_room = 76;
constexpr float shortest_share_bar = 16; // a shorter bar shows nothing
constexpr float longest_share_bar = 56;  // before the numbers; on a narrow page words need the room of bars
constexpr float least_label_width = 112; // room for the titles
constexpr float brief_label_width = 60;  // room for brief titles
constexpr float brief_page = 400;
constexpr float longest_label_on_paper = 240;
constexpr float widest_gap = 520;
constexpr float lines_least_gap = 72;
constexpr float least_gap_close = 44;
constexpr float usual_width = 480; // width of the stage in a window
/// With more lines than this, unselected queries show only their strongest ones.
constexpr Index most_lines = 4096;
constexpr float least_share = 0.004F;

class LinesLayout : Canvas {
public:
    LinesLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), selected_(selected_cell(drawing)),
          heat_(heat_of(drawing, {selected_.layer, ArrayId::A, selected_.item, selected_.head, 0, 0}, false)),
          A_(heat_.matrix), queries_(row_names(drawing, ArrayId::A).labels),
          keys_(column_names(drawing, ArrayId::A).labels) {
        const auto longest = static_cast<float>(std::max(A_.rows(), A_.columns()));
        step_ = std::min((area.height - lines_head_room - foot_room) / longest,
                         on_paper() ? lines_largest_step : largest_step_in_window) *
                drawing.view_state.zoom;
        // On paper words are not cut. Only the left title needs room beyond the words, since the right one stands above
        // the bars; also in a narrow window.
        const float most = on_paper() ? longest_label_on_paper : area.width * 0.2F;
        const bool is_close = on_paper() || area.width < usual_width;
        label_width_ = std::min(std::max(widest(queries_), widest(keys_)), most);
        const float least_label = has_brief_titles() ? brief_label_width : least_label_width;
        const float beside = is_close ? std::max(0.0F, least_label - label_width_) : 0;
        if (!is_close)
            label_width_ = std::max(label_width_, least_label_width);
        const float fixed = 2 * (label_width_ + 2 * space::medium) + numbers_room + beside;
        const float least_gap = is_close ? least_gap_close : lines_least_gap;
        bar_ = std::clamp(area.width - fixed - least_gap, on_paper() ? 0.0F : longest_share_bar, longest_share_bar);
        bar_ = bar_ < shortest_share_bar ? 0 : bar_;
        gap_ = std::clamp(area.width - fixed - bar_, least_gap, widest_gap);
        const float spare = std::max(0.0F, area.width - fixed - bar_ - gap_);
        left_ = std::floor(area.x + spare * 0.45F + beside + label_width_ + space::medium + drawing.view_state.pan.x);
        right_ = left_ + space::medium + gap_ + space::medium;
        const float used = longest * step_ + lines_head_room + foot_room;
        top_ = std::floor(area.y + lines_head_room + std::max(0.0F, (area.height - used) * 0.35F) +
                          drawing.view_state.pan.y);
    }

    void add() {
        add_titles();
        add_other_rows();
        for (Index j = 0; j < A_.columns(); ++j)
            add_share_line(selected_.row, j, 1);
        add_labels(queries_, true);
        add_labels(keys_, false);
        add_shares();
        add_foot();
    }

private:
    bool has_brief_titles() const { return on_paper() && area_.width < brief_page; }

    float y_of(Index place) const { return top_ + (static_cast<float>(place) + 0.5F) * step_; }

    float widest(const std::vector<std::string>& labels) const {
        AxisLabels axis;
        axis.labels = labels;
        return label_width(drawing_, axis);
    }

    bool hidden(Index i, Index j) const { return is_masked(heat_.mask, i, j); }

    void add_titles() {
        const float y = top_ - lines_head_room / 2 - 2;
        add_text_about({left_, y}, has_brief_titles() ? "who reads" : "queries: who reads", theme_.dim, small(),
                       Horizontal::right);
        add_text_about({right_, y}, has_brief_titles() ? "who is read" : "keys: who is read", theme_.dim, small());
    }

    void add_share_line(Index i, Index j, float opacity) {
        const float share = A_(i, j);
        const float strength = filled_part(std::abs(static_cast<double>(share)), 1);
        if (strength < least_share || hidden(i, j))
            return;
        const Point from{left_ + space::medium, y_of(i)};
        const Point to{right_ - space::medium, y_of(j)};
        const float bend = (to.x - from.x) * 0.45F;
        const ColourMap& map = colour_map(heat_.palette, heat_.look);
        const Colour colour = bar_colour(static_cast<double>(share), map.at_share(0.35F + 0.65F * strength), map);
        const float width = std::max(thinnest_line, strength * std::min(widest_line, step_ * 0.7F));
        add_way({from, {from.x + bend, from.y}, {to.x - bend, to.y}, to}, {faded(colour, opacity), width}, true).says =
            ShownMeasure{cell_at(i, j), Measure::stroke};
    }

    CellId cell_at(Index i, Index j) const {
        CellId cell = *heat_.first_cell;
        cell.row = i;
        cell.column = j;
        return cell;
    }

    Index strongest_key(Index row) const {
        const auto shares = A_.row(row);
        return std::max_element(shares.begin(), shares.end()) - shares.begin();
    }

    bool is_thinned() const { return A_.rows() * A_.columns() > most_lines; }

    void add_other_rows() {
        for (Index i = 0; i < A_.rows(); ++i) {
            if (i == selected_.row)
                continue;
            if (is_thinned()) {
                add_share_line(i, strongest_key(i), receding);
                continue;
            }
            for (Index j = 0; j < A_.columns(); ++j)
                add_share_line(i, j, receding);
        }
    }

    /// The cell that a click selects: on a query another row, on a key another column.
    CellId cell_of(bool queries, Index place) const {
        CellId cell = selected_;
        (queries ? cell.row : cell.column) = place;
        return cell;
    }

    void add_labels(const std::vector<std::string>& labels, bool queries) {
        const Index every = std::max<Index>(1, to_integer<Index>(std::ceil(labelled_step / step_)));
        const Index chosen = queries ? selected_.row : selected_.column;
        const auto count = static_cast<Index>(labels.size());
        for (Index i = 0; i < count; ++i) {
            const bool is_chosen = i == chosen;
            const float edge = queries ? left_ : right_;
            const float height = std::min(step_, 28.0F);
            const Box place{queries ? edge - label_width_ - space::small : edge - space::small, y_of(i) - height / 2,
                            label_width_ + 2 * space::small, height};
            if (is_chosen)
                add_box(place, transparent,
                        {theme_.ink, queries ? 2.0F : 1.5F, queries ? LineStyle::solid : LineStyle::dashed},
                        measure::corner);
            add_place(place, cell_of(queries, i));
            if (!is_chosen && (i % every != 0 || std::abs(i - chosen) < every))
                continue;
            const Font font{.weight = is_chosen ? FontWeight::semibold : FontWeight::regular};
            add_text_about(
                {edge, y_of(i)},
                fitting_text(list_, drawing_.typesetter, labels.at(static_cast<std::size_t>(i)), font, label_width_),
                theme_.ink, font, queries ? Horizontal::right : Horizontal::left);
        }
    }

    /// Adds the attention weights of the selected row beside the keys. If a given weight is larger than 1, bars are
    /// scaled to it.
    void add_shares() {
        if (step_ < labelled_step)
            return;
        const float x = right_ + label_width_ + space::large;
        const double most = fullest(A_.row(selected_.row), 1);
        const ColourMap& map = colour_map(heat_.palette, heat_.look);
        for (Index j = 0; j < A_.columns(); ++j) {
            const float share = A_(selected_.row, j);
            const bool masked = hidden(selected_.row, j);
            const Box bar{x, y_of(j) - 4, filled_part(static_cast<double>(share), most) * bar_, 8};
            if (!masked && bar.width > 0)
                add_box(bar, bar_colour(static_cast<double>(share), map.at_share(0.55F), map)).says =
                    ShownMeasure{cell_at(selected_.row, j), Measure::width};
            Item& number = add_text_about(
                {x + bar_ + space::medium + 36, y_of(j)}, masked ? "masked" : number_in_cell(share, 3),
                masked ? theme_.dim : theme_.ink,
                {.weight = j == selected_.column ? FontWeight::semibold : FontWeight::regular}, Horizontal::right);
            if (!masked)
                number.says = ShownNumber{.cell = cell_at(selected_.row, j)};
        }
    }

    void add_foot() {
        float y = top_ + step_ * static_cast<float>(std::max(A_.rows(), A_.columns())) + space::large;
        float sum = 0;
        for (const float share : A_.row(selected_.row))
            sum += share;
        const std::string name = token_name(drawing_, false, selected_.row).letters();
        add_text_about({right_ + label_width_ + space::large + bar_ + space::medium + 36, y},
                       fmt::format("all that {} reads: {}", name, display_number(sum, 3)), theme_.dim, small(),
                       Horizontal::right);
        if (is_thinned())
            add_text_about({left_, y}, "of the other queries only the strongest line", theme_.dim, small());
    }

    CellId selected_;
    HeatmapOptions heat_;
    Matrix A_; // S_q x S_k
    std::vector<std::string> queries_;
    std::vector<std::string> keys_;
    float step_ = 0;
    float label_width_ = 0;
    float bar_ = 0; ///< length of a bar for the attention weight 1
    float gap_ = 0;
    float left_ = 0;  ///< right end of the queries' labels
    float right_ = 0; ///< left end of the keys' labels
    float top_ = 0;
};

} // namespace

void lines_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    LinesLayout(list, drawing, area).add();
}

} // namespace attn
