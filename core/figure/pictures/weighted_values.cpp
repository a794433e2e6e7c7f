#include "core/explain/lenses.h"
#include "core/figure/layout/grid.h"
#include "core/figure/number.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/pictures.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/written_products.h"
#include "core/figure/words/mixture_words.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace attn {

namespace {

constexpr float usual_share = 56;  // width of a cell of A, for three decimals
constexpr float narrow_share = 36; // the same on a narrow page
constexpr float narrow_page = 400;
constexpr float share_height = 30;  // height of the attention weights if tokens are columns
constexpr float times_room = 36;    // gap between attention weights and values
constexpr float sum_gap = 18;       // height of the rule above the sum
constexpr float written_room = 204; // width of the products of the selected column
constexpr float written_line = 18;
constexpr float written_down = 2 * written_line + 8;
constexpr float largest_width = 80;
constexpr float height_share = 0.65F; // height of the largest cells divided by their width
constexpr float least_written_step = 17;
constexpr float least_written_cell = 20;
constexpr float faintest_number = 0.5F;
constexpr int share_decimals = 3;

/// Draws a head's output as a mixture of values. If tokens are rows, keys go down and the width to the right; if they
/// are columns, the other way round. Lengths are given along the keys and across them.
class ValuesPicture : Canvas {
public:
    ValuesPicture(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), selected_(selected_cell(drawing)), upright_(is_transposed(drawing, ArrayId::O)),
          shares_(row_of(ArrayId::A, selected_.row)), values_(heat_of(drawing, first(values_mixed(drawing.trace)))),
          output_(row_of(ArrayId::O, selected_.row)), keys_(shares_.matrix.columns()), width_(output_.matrix.columns()),
          there_(rows_there(drawing, shares_.matrix)), said_(mixture_words(drawing, selected_, shares_.matrix)) {
        Range range = joined(values_.range, heat_of(drawing, first(ArrayId::O)).range);
        range.source = RangeSource::this_matrix;
        if (values_.range.source != RangeSource::fixed && output_.range.source != RangeSource::fixed)
            values_.range = output_.range = range;
        if (std::ranges::find(there_, false) != there_.end())
            output_.matrix = mixture_of(shares_.matrix, values_.matrix, there_);
        label();
        written_ = share_times_value();
        arrange();
    }

    void add() {
        const bool has_numbers = grid_->has_numbers() && view().numbers != CellNumbers::never;
        values_box().map.numbers = CellNumbers::apart;
        grid_->add(list_);
        add_covers();
        add_numbers(has_numbers);
        add_marks();
        add_rule_before_sum();
        if (!upright_)
            add_total();
        if (writes_)
            upright_ ? add_products_across() : add_products_down();
        add_claims({area_.x, grid_->covered().bottom() + space::section}, said_, theme_.ink);
    }

private:
    CellId first(ArrayId stage) const {
        return canonical(drawing_, {selected_.layer, stage, selected_.item, view().head, 0, 0});
    }

    /// A row of a stage as a strip along its own direction in the picture.
    HeatmapOptions row_of(ArrayId stage, Index row) const {
        const bool stands = upright_ ? stage == ArrayId::O : stage == ArrayId::A;
        return row_at(drawing_, {selected_.layer, stage, selected_.item, view().head}, row, stands);
    }

    bool is_narrow() const { return on_paper() && area_.width < narrow_page; }
    float share_width() const { return is_narrow() ? narrow_share : usual_share; }

    float share(Index key) const { return shares_.matrix(0, key); }

    /// The opacity of the key's row of V, from 0 to 1: its attention weight, which may exceed 1 only if it is pinned.
    float strength(Index key) const {
        const float own = std::abs(share(key));
        return std::isfinite(own) && is_there(key) ? std::min(own, 1.0F) : 0;
    }

    bool is_there(Index key) const { return there_.at(static_cast<std::size_t>(key)); }

    void label() {
        AxisLabels keys = column_axis_of(drawing_, ArrayId::A);
        AxisLabels widths = column_axis_of(drawing_, ArrayId::O, selected_.column);
        shares_.decimals = view().fine_decimals();
        shares_.name = set_formula(drawing_, symbol_of(ArrayId::A), 17, theme_.ink);
        values_.name = set_formula(drawing_, symbol_of(values_mixed(drawing_.trace)), 17, theme_.ink);
        output_.name = set_formula(drawing_, symbol_of(ArrayId::O), 17, theme_.ink);
        shares_.shape = output_.shape = false;
        if (upright_) {
            shares_.columns = std::move(keys);
            shares_.columns_above = true;
            values_.rows = std::move(widths);
        } else {
            shares_.rows = std::move(keys);
            output_.columns = std::move(widths);
        }
        values_.name_place = NamePlace::above;
        shares_.name_place = upright_ ? NamePlace::right : NamePlace::above;
        output_.name_place = upright_ ? NamePlace::above : NamePlace::right;
        HeatmapOptions& last = upright_ ? output_ : values_;
        last.colour_bar = last.bar_reaches_up = has_bar_beside(drawing_, area_.width);
        last.bar_caption = last.range.source == RangeSource::fixed ? "" : "values";
        output_.outlines = {upright_ ? Outline{selected_.column, 0} : Outline{0, selected_.column}};
    }

    /// The width that a number needs in addition to one with three decimals.
    static float longer(int decimals) { return 8 * static_cast<float>(std::max(0, decimals - share_decimals)); }

    float written_width() const {
        return written_room + longer(written_.decimals) + longer(written_.factor_decimals) +
               longer(written_.share_decimals);
    }

    std::string own_name() const { return token_name(drawing_, false, selected_.row).letters(); }

    /// The grid of attention weights, values and output. Keys go down, or to the right if tokens are columns; the
    /// output comes after them.
    Grid grid_of(bool writes) const {
        MatrixBox shares{.map = shares_};
        MatrixBox values{.map = values_};
        MatrixBox output{.map = output_};
        GridRules rules{.largest_cell = largest_width,
                        .stretched_cell = farthest_place, // width and height of cells are independent
                        .least_gutter = is_narrow() ? times_room - space::small : times_room,
                        .line_gap = sum_gap,
                        .foot = space::section + paragraph_height(drawing_.typesetter, area_.width, prose_of(said_)),
                        .aligned = true,
                        .height_share = height_share};
        if (upright_) {
            rules.largest_cell = writes ? std::max(largest_width, widest_factors()) : largest_width;
            rules.least_gutter = rules.beside_words = sum_gap;
            rules.inner_cell.y = share_height;
            values.kept.below = writes ? written_down : 0;
            return {drawing_, area_, {{shares}, {values, output}}, rules};
        }
        const float name = width_of(own_name(), bold());
        MatrixBox total{.least_width = share_width() + space::small + name};
        values.sign = times_sign(drawing_);
        values.kept.right = writes ? written_width() : 0;
        rules.inner_cell.x = share_width();
        return {drawing_, area_, {{shares, values}, {total, output}}, rules};
    }

    /// Writes the products of the selected column beside the cells, unless there is no room or the cells would lose
    /// their numbers.
    void arrange() {
        grid_.emplace(grid_of(false));
        Grid written = grid_of(true);
        const Point cell = written.cell();
        const bool has_room =
            upright_ ? cell.x >= widest_factors() : cell.x >= least_written_cell && cell.y >= least_written_step;
        writes_ = view().zoom <= 1 && has_room && (written.has_numbers() || !grid_->has_numbers());
        if (writes_)
            grid_.emplace(std::move(written));
    }

    MatrixBox& values_box() { return upright_ ? grid_->box(1, 0) : grid_->box(0, 1); }

    Box shares_place() const { return grid_->cells(0, 0); }
    Box values_place() const { return upright_ ? grid_->cells(1, 0) : grid_->cells(0, 1); }
    Box output_place() const { return grid_->cells(1, 1); }
    const Margins& around_values() const { return upright_ ? grid_->margins(1, 0) : grid_->margins(0, 1); }

    /// A heatmap that only gives the places of V's cells.
    Heatmap values_cells() const {
        const Shape shape = upright_ ? Shape{width_, keys_} : Shape{keys_, width_};
        return {.list = {}, .cells = values_place(), .rows = shape.rows, .columns = shape.columns};
    }

    Box key_box(Index key) const {
        return upright_ ? values_cells().block(0, key, width_, 1) : values_cells().block(key, 0, 1, width_);
    }

    Colour ground() const { return on_paper() ? theme_.panel : theme_.background; }

    /// Covers each row of V with the ground, more opaque the smaller its attention weight is. Covers of small weights
    /// are a little larger, because the values would show through a pixel that two covers share.
    void add_covers() {
        constexpr float weak = 0.5F;
        constexpr float seam = 0.5F;
        for (Index j = 0; j < keys_; ++j) {
            Rectangle cover;
            cover.box = key_box(j).grown(strength(j) < weak ? seam : 0);
            cover.fill = faded(ground(), 1 - strength(j));
            if (strength(j) == 0 && is_masked(shares_.mask, 0, j)) { // hatched, as the attention weight beside it is
                cover.fill = theme_.masked;
                cover.hatch = theme_.hatch;
            }
            Canvas::add(cover);
        }
        add_box(values_place().grown(0.5F), transparent, {theme_.hairline, 1});
    }

    /// Adds the numbers of V in front of the covers.
    void add_numbers(bool fits) {
        if (view().numbers == CellNumbers::printed)
            (fits ? list_.prints_numbers : list_.lacks_numbers) = true;
        const HeatmapOptions& map = values_box().map;
        if (std::min(map.cell_width, map.cell_height) < measure::marked_cell)
            return;
        const float size = fits ? std::min(number_size(map, drawing_.typesetter), type_size::small)
                                : std::max(measure::marked_cell, map.smallest_number);
        const ColourMap& colours = colour_map(map.palette, map.look);
        const Heatmap cells = values_cells();
        for (Index j = 0; j < keys_; ++j)
            for (Index c = 0; c < width_ && strength(j) > 0; ++c) {
                const float number = map.matrix(j, c);
                if (!fits && std::isfinite(number))
                    continue;
                const Colour seen = mixed(ground(), colours.at(number, map.range), strength(j));
                const Colour ink = faded(ink_on(seen), faintest_number + (1 - faintest_number) * strength(j));
                const Box cell = upright_ ? cells.cell(c, j) : cells.cell(j, c);
                add_text_about(cell.centre(), fixed_number(number, map.decimals), ink, {.size = size},
                               Horizontal::centre);
            }
    }

    /// Adds outlines and pin marks of V's cells in front of the covers.
    void add_marks() {
        HeatmapOptions map = values_box().map;
        outline_focus(drawing_, map);
        const Heatmap cells = values_cells();
        DisplayList marks;
        for (const Outline& outline : map.outlines)
            add_outline(marks, outline.kind, cells.block(outline.row, outline.column, outline.rows, outline.columns),
                        theme_, is_grey(map.palette));
        add_pin_marks(marks, drawing_, *map.first_cell, cells, {}, map.transposed);
        append(marks, {});
    }

    void add_rule_before_sum() {
        const Box values = values_place();
        const Box output = output_place();
        const float middle = sum_gap / 2;
        if (upright_)
            add_rule(list_, {output.x - middle, values.y}, {output.x - middle, values.bottom()}, theme_.ink);
        else
            add_rule(list_, {shares_place().x, output.y - middle}, {values.right(), output.y - middle}, theme_.ink);
    }

    /// Adds the sum of the attention weights, which is 1 if none is pinned.
    void add_total() {
        double total = 0;
        for (Index j = 0; j < keys_; ++j)
            total += is_there(j) ? static_cast<double>(share(j)) : 0;
        const Box shares = shares_place();
        const float y = output_place().centre().y;
        add_text_about({shares.centre().x, y}, display_number(static_cast<float>(total), shares_.decimals), theme_.ink,
                       bold(), Horizontal::centre);
        add_text_about({shares.x - space::small, y}, own_name(), theme_.ink, bold(), Horizontal::right);
    }

    /// The products attention weight × value of all keys, for the selected column.
    WrittenProducts share_times_value() const {
        std::vector<WrittenProduct> lines;
        for (Index j = 0; j < keys_; ++j) {
            const float value = values_.matrix(j, selected_.column);
            lines.push_back({share(j), value, is_there(j) ? share(j) * value : 0});
        }
        return written_products(std::move(lines), output_.matrix(0, selected_.column), values_.decimals,
                                shares_.decimals);
    }

    /// True if the head is on. A head that is off has an output of zeros.
    bool is_on() const { return drawing_.layer().heads.at(static_cast<std::size_t>(view().head)).on; }

    bool is_written(Index key) const { return is_on() && is_there(key) && share(key) != 0; }

    CellId written_cell() const {
        return canonical(drawing_,
                         {selected_.layer, ArrayId::O, selected_.item, view().head, selected_.row, selected_.column});
    }

    /// Adds weight × value = product beside each key.
    void add_products_down() {
        const float right = values_place().right() + around_values().right;
        const float equals = right - 60 - longer(written_.decimals);
        const float times = equals - 68 - longer(written_.factor_decimals);
        for (Index j = 0; j < keys_; ++j) {
            if (!is_written(j))
                continue;
            const WrittenProduct& product = written_.lines.at(static_cast<std::size_t>(j));
            const float y = key_box(j).centre().y;
            add_text_about({right, y}, fixed_number(product.product, written_.decimals), theme_.ink,
                           {.weight = FontWeight::medium}, Horizontal::right)
                .says = ShownTerm{written_cell(), j};
            add_text_about({equals, y}, std::string(sign_of(product, written_)), theme_.dim, {}, Horizontal::right);
            add_text_about({equals - space::large, y}, fixed_number(product.right, written_.factor_decimals),
                           theme_.ink, {}, Horizontal::right);
            add_text_about({times, y}, times_sign(drawing_), theme_.dim, {}, Horizontal::right);
            add_text_about({times - 14, y}, display_number(product.left, written_.share_decimals), theme_.ink, {},
                           Horizontal::right);
        }
        const Box output = output_place();
        const float rule = output.y - sum_gap / 2;
        add_rule(list_, {equals, rule}, {right, rule}, theme_.ink);
        add_sum({right, output.centre().y}, Horizontal::right);
        add_text_about({equals, output.centre().y}, sum_sign(), theme_.ink, bold(), Horizontal::right);
    }

    /// The width of the widest text beneath the keys and the output.
    float widest_factors() const {
        float widest = width_of(sum_sign(), bold(type_size::small));
        for (const WrittenProduct& product : written_.lines)
            widest = std::max(widest, width_of(factors_of(product, written_, times_sign(drawing_)), small()));
        return std::ceil(widest + space::small);
    }

    /// Adds weight × value, and the product below it, beneath each key, and the sum beneath the output.
    void add_products_across() {
        const float factors = values_place().bottom() + around_values().below - written_down + space::medium;
        const float products = factors + written_line;
        for (Index j = 0; j < keys_; ++j) {
            if (!is_written(j))
                continue;
            const WrittenProduct& product = written_.lines.at(static_cast<std::size_t>(j));
            const float x = key_box(j).centre().x;
            add_text_about({x, factors}, factors_of(product, written_, times_sign(drawing_)), theme_.dim, small(),
                           Horizontal::centre);
            add_text_about({x, products}, fixed_number(product.product, written_.decimals), theme_.ink,
                           {.weight = FontWeight::medium}, Horizontal::centre)
                .says = ShownTerm{written_cell(), j};
            if (const std::string_view sign = sign_of(product, written_); sign != "=")
                add_text_about({key_box(j).x + space::small, products}, std::string(sign), theme_.dim, {},
                               Horizontal::centre);
        }
        const float x = output_place().centre().x;
        add_text_about({x, factors}, sum_sign(), theme_.ink, bold(type_size::small), Horizontal::centre);
        add_sum({x, products}, Horizontal::centre);
    }

    bool is_pinned() const {
        const CellId cell = written_cell();
        return drawing_.layer().pins.contains(cell) ||
               drawing_.layer().given.contains({cell.layer, cell.array, cell.item, cell.head});
    }

    void add_sum(Point at, Horizontal horizontal) {
        const CellId cell = written_cell();
        const bool is_sum = !is_pinned() && is_on();
        add_text_about(at, fixed_number(output_.matrix(0, selected_.column), written_.decimals), theme_.ink, bold(),
                       horizontal)
            .says = is_sum ? Statement(ShownSum{cell, !written_.adds_up}) : Statement(ShownNumber{cell});
    }

    std::string sum_sign() const {
        if (is_pinned())
            return "pinned =";
        if (!is_on())
            return "off =";
        return written_.adds_up ? "Σ =" : "rounded  Σ =";
    }

    CellId selected_;
    bool upright_;
    HeatmapOptions shares_; // 1 x S_k
    HeatmapOptions values_; // S_k x d_v
    HeatmapOptions output_; // 1 x d_v
    Index keys_;
    Index width_;
    std::vector<bool> there_; ///< true for each key whose row has been added
    Claims said_;             ///< sentences beneath
    WrittenProducts written_;
    bool writes_ = false; ///< true: the products are written beside the cells
    std::optional<Grid> grid_;
};

} // namespace

bool shows_values(const DrawContext& drawing) {
    return drawing.view_state.array() == ArrayId::O && drawing.trace.has(ArrayId::A) &&
           drawing.trace.has(values_mixed(drawing.trace)) && !is_given(drawing, drawing.view_state.array());
}

void values_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    draw_above_scales<ValuesPicture>(list, drawing, area);
}

} // namespace attn
