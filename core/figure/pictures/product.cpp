#include "core/figure/pictures/product.h"

#include "core/figure/pictures/label_reach.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/written_sum.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <array>
#include <cmath>
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

constexpr float product_gap = 28;
constexpr float least_corner = 176;
constexpr float right_margin = 132; // name, colour bar and its numbers
constexpr float bottom_margin = 60; // level labels and axis title
constexpr float top_margin = 8;
constexpr float product_largest_cell = 72;
constexpr float readable_cell = 16;
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
        label();
        if (drawing.view_state.reveal)
            reveal(*drawing.view_state.reveal);
        size();
    }

    void add() {
        add_map(left_, {x_, y_ + inner_height() + product_gap});
        add_map(right_, {x_ + inner_width() + product_gap, y_});
        add_map(result_, result_corner());
        add_leaders();
        const bool by_cell = !drawing_.view_state.reveal || drawing_.view_state.reveal->reading == Reading::cells;
        if (drawing_.view_state.zoom <= 1 && by_cell)
            add_written_sum(list_, drawing_, selected_, {area_.x, y_, x_ + inner_width() - area_.x, inner_height()});
    }

private:
    HeatmapOptions operand(ArrayId array, bool transposed) const {
        return heat_of(drawing_, {array, drawing_.view_state.item, drawing_.view_state.head, 0, 0}, transposed);
    }

    /// Whether the weights of all heads are multiplied at once, as one matrix.
    bool is_of_all_heads() const { return !has_heads(array_); }

    Index inner() const { return shown_shape(left_).columns; }
    float inner_width() const { return static_cast<float>(inner()) * left_.cell_width; }
    float inner_height() const { return static_cast<float>(inner()) * right_.cell_height; }
    Point result_corner() const { return {x_ + inner_width() + product_gap, y_ + inner_height() + product_gap}; }

    /// What is there of the result while it is computed, and what it is being made from.
    void reveal(const Reveal& now) {
        if (now.reading != Reading::outer_products) {
            result_.revealed = now.cells;
            return;
        }
        result_.matrix = outer_products(now.terms);
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
        if (shows_change(drawing_, operands_.right))
            weights.matrix =
                difference(weights.matrix, stacked_W_O(drawing_.baseline->layer(), drawing_.baseline->sizes()));
        weights.range = range_of(weights.matrix, weights.palette);
        weights.first_cell.reset();
    }

    void label() {
        left_.rows = left_axis_of(drawing_, array_, selected_);
        AxisLabels along = column_axis_of(drawing_, operands_.left);
        along.title.clear();
        left_.columns = along;
        left_.columns_above = true;
        right_.rows = along;
        result_.columns = lower_axis_of(drawing_, array_, selected_);
        if (result_.columns.title.empty())
            result_.columns.title = role_line(array_);
        name(left_, transposed_ ? operands_.right : operands_.left, NamePlace::below);
        name(right_, transposed_ ? operands_.left : operands_.right, NamePlace::right);
        result_.colour_bar = true;
        const Shape shown = shown_shape(result_);
        if (!drawing_.view_state.marks_cell)
            return;
        result_.outlines = chosen_cell(place_.row, place_.column, shown);
        left_.outlines = {{place_.row, 0, 1, inner(), Outline::Kind::strong}};
        right_.outlines = {{0, place_.column, inner(), 1, Outline::Kind::strong}};
    }

    /// A ⊤ where the array is not shown as its symbol says: a stage against the others, a weight against itself.
    void name(HeatmapOptions& options, ArrayId array, NamePlace place) const {
        std::string symbol = shown_symbol(drawing_, array);
        if (is_of_all_heads() && is_parameter(array))
            symbol = shown_symbol(drawing_, array, symbol_of_all_heads(array));
        if (options.transposed != is_transposed(drawing_, array))
            symbol = transposed_symbol(symbol);
        options.name = set_formula(drawing_, symbol, 17, drawing_.theme().ink);
        options.name_place = place;
    }

    void size() {
        const float labels = label_width(drawing_, left_.rows) + space::large + (left_.rows.title.empty() ? 0 : 24);
        const Shape shown = shown_shape(result_);
        Box room{0, 0, area_.width - labels - product_gap - right_margin,
                 area_.height - top_margin - product_gap - bottom_margin};
        Cells cells = fit(room, inner(), shown, drawing_.view_state.zoom);
        // Labels turn where cells are narrow, and reach further down.
        const float below = std::max(bottom_margin, label_reach(drawing_, result_.columns, cells.width) + space::tiny);
        room.height -= below - bottom_margin;
        cells = fit(room, inner(), shown, drawing_.view_state.zoom);
        left_.cell_width = cells.inner_width;
        left_.cell_height = cells.height;
        right_.cell_width = cells.width;
        right_.cell_height = cells.inner_height;
        result_.cell_width = cells.width;
        result_.cell_height = cells.height;
        const float corner = std::max(labels, least_corner - inner_width());
        const float width =
            corner + inner_width() + product_gap + static_cast<float>(shown.columns) * cells.width + right_margin;
        const float height = inner_height() + product_gap + static_cast<float>(shown.rows) * cells.height;
        const float spare = std::max(0.0F, area_.width - width);
        const float above = std::max(0.0F, area_.height - height - top_margin - below);
        x_ = std::floor(area_.x + spare * 0.5F + corner + drawing_.view_state.pan.x);
        y_ = std::floor(area_.y + top_margin + above * 0.4F + drawing_.view_state.pan.y);
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
        const Stroke dots{drawing_.theme().connector, 1, true};
        const Point corner = result_corner();
        const float row = corner.y + (static_cast<float>(place_.row) + 0.5F) * result_.cell_height;
        const float column = corner.x + (static_cast<float>(place_.column) + 0.5F) * result_.cell_width;
        list_.add(line({corner.x - product_gap + 2, row}, {corner.x - 2, row}, dots)).clip = area_;
        list_.add(line({column, corner.y - product_gap + 2}, {column, corner.y - 2}, dots)).clip = area_;
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
    ShownPlace place_; ///< of the selected cell
    float x_ = 0;      ///< where the left matrix begins
    float y_ = 0;      ///< where the right matrix begins
};

} // namespace

bool shows_product(const DrawContext& drawing, ArrayId array) {
    const auto operands = product_operands(drawing.trace.structure(), array);
    return operands && has_array(drawing, operands->left) && has_array(drawing, operands->right);
}

void product_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    const ArrayId array = drawing.view_state.array();
    ProductLayout(list, drawing, array, *product_operands(drawing.trace.structure(), array), area).add();
}

} // namespace attn
