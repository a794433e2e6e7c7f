#include "core/figure/pictures/product.h"

#include "core/figure/pictures/label_reach.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/scale_line.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/pictures/written_sum.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <optional>
#include <vector>

namespace attn {

Matrix stacked_W_O(const Layer& layer, const Sizes& sizes) {
    std::vector<float> values;
    values.reserve(static_cast<std::size_t>(sizes.H * sizes.d_v * sizes.D));
    for (const HeadWeights& head : layer.heads)
        for (Index i = 0; i < head.W_O.rows(); ++i) {
            const auto row = head.W_O.row(i);
            values.insert(values.end(), row.begin(), row.end());
        }
    return Matrix::adopt(std::move(values), sizes.H * sizes.d_v, sizes.D);
}

namespace {

constexpr float least_gutter = 64;      // between the left matrix and what stands right of it
constexpr float beside_words = 24;      // in the gutter
constexpr float plain_gap = 48;         // between the right matrix and the result, where no sum is written
constexpr float product_bar_room = 108; // colour bar, its numbers and its caption
constexpr float top_margin = 8;
constexpr int rounds_to_settle = 8;
constexpr float product_name_size = 17;
constexpr float product_largest_cell = 72;
constexpr float readable_cell = 6;
constexpr float wide_enough_for_titles = 400; // of the shares' rows, which cost all cells their width
constexpr float product_stretched_cell = 8;
/// The share of the room that the inner dimension gets where not all cells can be readable.
constexpr float inner_share = 0.36F;

/// Sizes of cells: of the operands' common dimension, and of the result.
struct Cells {
    float inner_width, inner_height, width, height;
};

Cells fit(const Box& room, Index inner, Shape result, float zoom) {
    const auto count = [](Index n) { return static_cast<float>(std::max<Index>(n, 1)); };
    const float width = room.width / (count(inner) + count(result.columns));
    const float height = room.height / (count(inner) + count(result.rows));
    const float even = std::min({width, height, product_largest_cell}) * zoom;
    if (even >= readable_cell)
        return {std::floor(even), std::floor(even), std::floor(even), std::floor(even)};
    const auto whole = [&](float size) { return size >= 3 ? std::floor(size) : size; };
    const float inner_size = std::min(
        {room.width * inner_share / count(inner), room.height * inner_share / count(inner), product_largest_cell});
    // Long matrices are stretched across, up to where cells can be told apart.
    const float across = room.width * (1 - inner_share) / count(result.columns);
    const float down = room.height * (1 - inner_share) / count(result.rows);
    const float outer_width = std::min({across, std::max(down, product_stretched_cell), product_largest_cell});
    const float outer_height = std::min({down, std::max(across, product_stretched_cell), product_largest_cell});
    return {whole(inner_size * zoom), whole(inner_size * zoom), whole(outer_width * zoom), whole(outer_height * zoom)};
}

/// The operands as they are shown. With tokens as columns the product is transposed: (L R)ᵀ = Rᵀ Lᵀ.
class ProductLayout {
public:
    ProductLayout(DisplayList& list, const DrawContext& drawing, ArrayId result, const ProductOperands& operands,
                  const Box& area)
        : list_(list), drawing_(drawing), area_(area), selected_(selected_cell(drawing)), array_(result),
          operands_(operands), transposed_(is_transposed(drawing, result)),
          left_(transposed_ ? operand(operands.right, !operands.right_transposed) : operand(operands.left, false)),
          right_(transposed_ ? operand(operands.left, true) : operand(operands.right, operands.right_transposed)),
          result_(operand(result, transposed_)), place_(shown_place(drawing, selected_)) {
        if (is_of_all_heads())
            show_all_heads(transposed_ ? left_ : right_);
        colour_together(drawing_, std::array{&left_, &right_}, result_, selected_, Sharing::comparable);
        label();
        if (drawing.view_state.reveal)
            reveal(*drawing.view_state.reveal);
        size();
    }

    /// Of all matrices; while the result shows its change, whose bar says more than a line can, of what the bars at the
    /// right leave unsaid.
    bool has_scales_beneath() const { return !has_bars() || !has_scale_of(left_, right_); }

    void add() {
        if (drawing_.view_state.on_paper)
            share_number_size({&left_, &right_, &result_}, drawing_.typesetter);
        add_map(left_, left_corner());
        add_left_name();
        add_map(right_, {result_corner().x, y_});
        add_map(result_, result_corner());
        add_leaders();
        if (sum_)
            sum_->add(list_, {.right = left_corner().x + inner_width(),
                              .top = y_,
                              .row_height = right_.cell_height,
                              .rows = inner(),
                              .colours = term_colours()});
    }

private:
    HeatmapOptions operand(ArrayId array, bool transposed) const {
        return heat_of(drawing_, {array, drawing_.view_state.item, drawing_.view_state.head, 0, 0}, transposed);
    }

    /// Whether one number has one colour in both.
    static bool has_scale_of(const HeatmapOptions& map, const HeatmapOptions& other) {
        return map.palette == other.palette && map.range.low == other.range.low && map.range.high == other.range.high;
    }

    /// Terms add up to the result; while that shows its change, they are coloured as what goes into it.
    const Range& term_colours() const {
        if (!has_bars())
            return result_.range;
        return shows_shares(right_.palette) ? left_.range : right_.range;
    }

    bool has_bars() const { return shows_change(drawing_, array_); }

    /// Whether the weights of all heads are multiplied at once, as one matrix.
    bool is_of_all_heads() const { return !has_heads(array_); }

    Index inner() const { return shown_shape(left_).columns; }
    float inner_width() const { return static_cast<float>(inner()) * left_.cell_width; }
    float inner_height() const { return static_cast<float>(inner()) * right_.cell_height; }
    Point left_corner() const { return {x_, y_ + inner_height() + gap_}; }
    Point result_corner() const { return {x_ + inner_width() + gutter_, left_corner().y}; }

    /// The sum of the chosen cell stands beside the right matrix, unless that is shown from near, or is put together
    /// otherwise.
    bool wants_sum() const {
        const bool by_cell = !drawing_.view_state.reveal || drawing_.view_state.reveal->reading == Reading::cells;
        return drawing_.view_state.zoom <= 1 && by_cell;
    }

    /// What is there of the result while it is computed, and what it is being made from.
    void reveal(const Reveal& now) {
        if (now.reading != Reading::outer_products) {
            result_.revealed = now.cells;
            return;
        }
        result_.matrix = outer_products(now.terms);
        result_.before = Matrix();
        result_.first_cell.reset(); // not yet what the cells hold
        result_.transposed = false;
        result_.outlines.clear();
        const Index last = std::clamp<Index>(now.terms - 1, 0, inner() - 1);
        left_.outlines = {{0, last, shown_shape(left_).rows, 1, Outline::Kind::strong}};
        right_.outlines = {{last, 0, 1, shown_shape(right_).columns, Outline::Kind::strong}};
    }

    /// The sum of the first `count` outer products of a column on the left with a row above, as it is shown.
    Matrix outer_products(Index count) const {
        const Shape shape = shown_shape(result_);
        const auto at = [](const HeatmapOptions& options, Index i, Index j) {
            return options.transposed ? options.matrix(j, i) : options.matrix(i, j);
        };
        std::vector<float> sum(static_cast<std::size_t>(shape.rows * shape.columns));
        for (Index i = 0; i < shape.rows; ++i)
            for (Index j = 0; j < shape.columns; ++j) {
                float& cell = sum[static_cast<std::size_t>(i * shape.columns + j)];
                for (Index c = 0; c < std::min(count, inner()); ++c)
                    cell += at(left_, i, c) * at(right_, c, j);
            }
        return Matrix::adopt(std::move(sum), shape.rows, shape.columns);
    }

    void show_all_heads(HeatmapOptions& weights) const {
        weights.matrix = stacked_W_O(drawing_.layer(), drawing_.sizes());
        weights.range = range_of(weights.matrix, weights.palette);
        weights.first_cell.reset();
        weights.scale_name = symbol_of_all_heads(is_parameter(operands_.right) ? operands_.right : operands_.left);
    }

    void label() {
        left_.rows = left_axis_of(drawing_, array_, selected_);
        if (left_.rows.title.empty() && !transposed_ && area_.width >= wide_enough_for_titles)
            left_.rows.title = left_axis_of(drawing_, operands_.left).title; // of the shares: who reads
        left_.columns = column_axis_of(drawing_, operands_.left);
        right_.rows = left_.columns;
        right_.rows.title.clear();
        result_.columns = lower_axis_of(drawing_, array_, selected_);
        if (result_.columns.title.empty())
            result_.columns.title = role_line(array_);
        right_.name = name_of(right_, transposed_ ? operands_.left : operands_.right);
        right_.name_place = NamePlace::right;
        left_.name = name_of(left_, transposed_ ? operands_.right : operands_.left);
        result_.name = name_of(result_, array_);
        result_.name_place = NamePlace::right;
        result_.colour_bar = has_bars();
        result_.bar_reaches_up = true; // beneath are the axis and what is said
        const Shape shown = shown_shape(result_);
        if (!drawing_.view_state.marks_cell)
            return;
        result_.outlines = chosen_cell(place_.row, place_.column, shown);
        left_.outlines = {{place_.row, 0, 1, inner(), Outline::Kind::strong}};
        right_.outlines = {{0, place_.column, inner(), 1, Outline::Kind::strong}};
    }

    /// A ⊤ where the array is not shown as its symbol says: a stage against the others, a weight against itself.
    Typeset name_of(const HeatmapOptions& options, ArrayId array) const {
        std::string symbol = shown_symbol(drawing_, array);
        if (is_of_all_heads() && is_parameter(array))
            symbol = shown_symbol(drawing_, array, symbol_of_all_heads(array));
        if (options.transposed != is_transposed(drawing_, array))
            symbol = transposed_symbol(symbol);
        return set_formula(drawing_, symbol, product_name_size, drawing_.theme().ink);
    }

    /// Of a name at the right of its matrix, with its shape.
    float name_width(const HeatmapOptions& options) const {
        return std::max(options.name.width, drawing_.typesetter.measure(shape_text(options), small()).width);
    }

    /// At the right of the right matrix and of the result.
    float right_margin() const {
        const float names = space::medium + std::max(name_width(right_), name_width(result_));
        return names + (result_.colour_bar ? room_of_bars(result_, product_bar_room) : 0);
    }

    /// At the left of the left matrix: its labels, or what of the written sum reaches beyond it, or its name.
    float corner(float labels) const {
        if (!sum_)
            return labels;
        const float total = left_.name.width + space::large + sum_->total_width();
        return std::max({labels, sum_->width() - inner_width(), total - inner_width()});
    }

    void size() {
        if (wants_sum())
            sum_.emplace(drawing_, selected_);
        fit_cells();
        if (sum_ && !sum_->has_room(inner(), right_.cell_height)) {
            sum_.reset(); // so that it takes no room from the cells
            fit_cells();
        }
        drop_long_role();
        place();
    }

    /// What stands around the cells depends on their size, and their size on what stands around them.
    void fit_cells() {
        const float labels = label_width(drawing_, left_.rows) + space::large + (left_.rows.title.empty() ? 0 : 24);
        gutter_ = std::max(least_gutter, label_width(drawing_, right_.rows) + beside_words);
        gap_ = sum_ ? sum_->height_beneath(inner()) : plain_gap;
        const Shape shown = shown_shape(result_);
        beneath_ = label_reach(drawing_, result_.columns, product_largest_cell);
        beside_ = labels;
        for (int i = 0; i < rounds_to_settle; ++i) {
            const Box room{0, 0, area_.width - beside_ - gutter_ - right_margin(),
                           area_.height - top_margin - gap_ - beneath_ - space::tiny};
            Cells cells = fit(room, inner(), shown, drawing_.view_state.zoom);
            const float least = least_cell(drawing_, {std::max(inner(), shown.rows), std::max(inner(), shown.columns)});
            for (float* const side : {&cells.inner_width, &cells.inner_height, &cells.width, &cells.height})
                *side = std::max(*side, least);
            left_.cell_width = cells.inner_width;
            left_.cell_height = cells.height;
            right_.cell_width = cells.width;
            right_.cell_height = cells.inner_height;
            result_.cell_width = cells.width;
            result_.cell_height = cells.height;
            // Larger cells have larger labels, which leave room for smaller cells: what was needed once stays.
            beneath_ = std::max({beneath_, label_reach(drawing_, result_.columns, cells.width),
                                 label_reach(drawing_, left_.columns, cells.inner_width)});
            beside_ = corner(labels);
        }
    }

    void place() {
        // The bar stands beside both names.
        result_.bar_offset = std::max(0.0F, name_width(right_) - name_width(result_));
        const Shape shown = shown_shape(result_);
        const float width =
            beside_ + inner_width() + gutter_ + static_cast<float>(shown.columns) * result_.cell_width + right_margin();
        const float height = inner_height() + gap_ + static_cast<float>(shown.rows) * result_.cell_height;
        const float spare = std::max(0.0F, area_.width - width);
        const float above = std::max(0.0F, area_.height - height - top_margin - beneath_);
        x_ = std::floor(area_.x + spare * 0.5F + beside_ + drawing_.view_state.pan.x);
        y_ = std::floor(area_.y + top_margin + above * 0.4F + drawing_.view_state.pan.y);
    }

    /// What the result is for stands beneath it where it does not run into what stands beside.
    void drop_long_role() {
        const float title = drawing_.typesetter.measure(result_.columns.title, small()).width;
        const float cells = static_cast<float>(shown_shape(result_).columns) * result_.cell_width;
        if ((title - cells) / 2 > std::min(gutter_ / 2, space::medium + result_.name.width))
            result_.columns.title.clear();
    }

    /// Above the left matrix; further left where the sum needs its place.
    void add_left_name() {
        const float line = left_corner().y - plain_gap + 24;
        float x = left_corner().x;
        if (sum_)
            x = std::min(x, x + inner_width() - sum_->total_width() - space::large - left_.name.width);
        list_.append(left_.name.list, {x, line}, area_);
    }

    void add_map(HeatmapOptions& options, Point at) {
        options.visible = area_.moved({-at.x, -at.y});
        outline_focus(drawing_, options);
        const Heatmap map = lay_out(options, drawing_.typesetter);
        list_.append(map.list, at, area_);
        if (options.first_cell)
            add_pin_marks(list_, drawing_, *options.first_cell, map, at, options.transposed);
    }

    void add_leaders() {
        if (!drawing_.view_state.marks_cell)
            return;
        const Stroke dots{drawing_.theme().connector, 1, LineStyle::dashed};
        const Point corner = result_corner();
        const float row = corner.y + (static_cast<float>(place_.row) + 0.5F) * result_.cell_height;
        const float column = corner.x + (static_cast<float>(place_.column) + 0.5F) * result_.cell_width;
        list_.add(line({corner.x - gutter_ + 2, row}, {corner.x - 2, row}, dots)).clip = area_;
        list_.add(line({column, y_ + inner_height() + 2}, {column, corner.y - 2}, dots)).clip = area_;
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    Box area_;
    CellId selected_;
    ArrayId array_;
    ProductOperands operands_;
    bool transposed_;
    HeatmapOptions left_;
    HeatmapOptions right_;
    HeatmapOptions result_;
    ShownPlace place_;              ///< of the selected cell
    std::optional<WrittenSum> sum_; ///< beside the right matrix, where it has room
    float gutter_ = least_gutter;   ///< between left matrix and result, for the words of the right matrix
    float gap_ = plain_gap;         ///< between right matrix and result, for the sum
    float beside_ = 0;              ///< at the left of the left matrix
    float beneath_ = 0;             ///< under the result, for its labels
    float x_ = 0;                   ///< where the left matrix begins
    float y_ = 0;                   ///< where the right matrix begins
};

} // namespace

bool shows_product(const DrawContext& drawing, ArrayId array) {
    const auto operands = product_operands(drawing.trace.structure(), array);
    return operands && has_array(drawing, operands->left) && has_array(drawing, operands->right);
}

void product_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const ArrayId array = drawing.view_state.array();
    const ProductOperands operands = *product_operands(drawing.trace.structure(), array);
    ProductLayout whole(list, drawing, array, operands, area);
    if (!whole.has_scales_beneath())
        return whole.add();
    draw_above_scales(list, drawing, area,
                      [&](const Box& room) { ProductLayout(list, drawing, array, operands, room).add(); });
}

} // namespace attn
