#include "core/figure/pictures/shapes.h"

#include "core/figure/layout/columns.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float shapes_name_size = 15;
constexpr float length_size = 12;
constexpr float shapes_sign_room = 34;
constexpr float shapes_above = 20; // for the number of columns
constexpr float shapes_below = 26; // for the name
constexpr float shapes_between = 10;
constexpr float shapes_label_line = 15;
constexpr float shapes_sheet = 4;
constexpr float longest_side = 112;
constexpr float largest_step = 24; // pixels per row or column
constexpr float least_side = 7;    // pixels of a side that would be too short to be seen
constexpr float shapes_between_columns = 40;
constexpr float lowest_of_largest = 30; // pixels of the longest side on a low or narrow page
constexpr float least_of_largest_step = 11;
constexpr std::size_t most_columns = 3;

/// A matrix in a line: the sign before it, its shape as drawn, and its labels.
struct ShapesBox {
    std::string_view sign;
    Shape shape; ///< shape of the matrix as drawn
    Typeset name;
    Typeset rows; ///< number of rows
    Typeset columns;
    std::optional<Typeset> items{}; ///< number of items in a batch: "B=2"
    Index sheets_behind = 0;
};
using Line = std::vector<ShapesBox>;

class ShapesLayout : Canvas {
public:
    ShapesLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), columns_(drawing.session.tokens_as_columns) {
        add_lines();
        for (const Line& line : lines_)
            for (const ShapesBox& box : line)
                longest_ = std::max({longest_, box.shape.rows, box.shape.columns});
    }

    /// Adds the lines, one below the other, in as many columns as make boxes largest.
    void add() {
        std::size_t columns = 1;
        float largest = 0;
        for (std::size_t tried = 1; tried <= most_columns; ++tried)
            if (const float step = largest_step_in(tried); step > largest) {
                largest = step;
                columns = tried;
            }
        step_ = largest > 0 ? largest : least_step();
        const Columns places = placed(columns);
        for (std::size_t i = 0; i < lines_.size(); ++i)
            add_product(lines_[i], Point{area_.x, area_.y + shapes_above} + places.places[i]);
    }

private:
    Columns placed(std::size_t columns) const {
        std::vector<float> heights;
        for (const Line& line : lines_)
            heights.push_back(shapes_above + tallest(line) + shapes_below + shapes_between);
        return in_columns(heights, columns, width() + shapes_between_columns);
    }

    float least_step() const {
        const auto longest = static_cast<float>(longest_);
        return std::min({lowest_of_largest / longest, least_of_largest_step, longest_side / longest});
    }

    /// The largest number of pixels per row or column with which that many columns fit into the area; 0 if none fits.
    float largest_step_in(std::size_t columns) {
        constexpr float smaller = 0.95F;
        const auto count = static_cast<float>(columns);
        step_ = std::min(largest_step, longest_side / static_cast<float>(longest_));
        for (; step_ >= least_step(); step_ *= smaller)
            if (placed(columns).height <= area_.height &&
                count * width() + (count - 1) * shapes_between_columns <= area_.width)
                return step_;
        return 0;
    }

    /// An array in a line, with the sign before it.
    struct Part {
        std::string_view sign;
        ArrayId array;
        bool transposed = false;
    };

    /// Adds a line for each product, and for the stages between two products.
    void add_lines() {
        const Structure& structure = drawing_.trace.structure();
        std::optional<ArrayId> scores; // the last product of queries and keys
        for (const Array& row : stages()) {
            if (!structure.has(row.id))
                continue;
            const auto operands = product_operands(structure, row.id);
            const Recipe& recipe = structure.recipe(row.id);
            // A head's contribution to the output has no line, because it is a block of the product of all heads.
            const bool is_part = operands && is_in_blocks(recipe.operands[0].array) && row.heads != Heads::none;
            if (operands && !is_part)
                add_line(product(*operands, row.id));
            else if (recipe.operation == OperationId::quotient && scores)
                add_line({{"", *scores, columns_}, {"→", row.id, columns_}});
            else if (recipe.operation == OperationId::side_by_side && structure.has(recipe.operands[0].array))
                add_line({{"", recipe.operands[0].array, columns_}, {"→", row.id, columns_}});
            if (operands && row.meaning == Meaning::score)
                scores = row.id;
        }
    }

    /// The arrays in the line of a product. If tokens are columns, the transposed matrices stand in reverse order.
    std::vector<Part> product(const ProductOperands& of, ArrayId result) const {
        if (columns_)
            return {{"", of.right, !of.right_transposed}, {"·", of.left, true}, {"=", result, true}};
        return {{"", of.left}, {"·", of.right, of.right_transposed}, {"=", result}};
    }

    /// Adds a line of shapes, if the layer has all its arrays.
    void add_line(const std::vector<Part>& parts) {
        if (!std::ranges::all_of(parts, [&](const Part& part) { return has_array(drawing_, part.array); }))
            return;
        Line& line = lines_.emplace_back();
        for (const Part& part : parts) // the result stands last
            line.push_back(box_of(part, parts.back().array));
    }

    ShapesBox box_of(const Part& part, ArrayId result) const {
        // A weight that multiplies all heads at once has the rows of all heads.
        const bool is_of_all = is_parameter(part.array) && has_heads(part.array) && !has_heads(result);
        Shape shape = array_shape(drawing_, part.array);
        shape.rows *= is_of_all ? drawing_.sizes().H : 1;
        std::string rows = is_of_all ? "<H><d_v>" : length_of_axis(drawing_, row_of(part.array).rows);
        std::string columns = length_of_axis(drawing_, row_of(part.array).columns);
        std::string name = is_of_all ? symbol_of_all_heads(part.array) : symbol_of(part.array);
        if (part.transposed != is_transposed(drawing_, part.array))
            name = transposed_symbol(name);
        if (part.transposed) {
            std::swap(shape.rows, shape.columns);
            std::swap(rows, columns);
        }
        const Index items = is_stage(part.array) ? drawing_.trace.extent(part.array).items : 1;
        const bool has_sheets = has_heads(part.array) && !is_of_all;
        return {part.sign,
                shape,
                set_general_formula(drawing_, name, shapes_name_size, theme_.ink),
                label(rows, shape.rows),
                label(columns, shape.columns),
                items > 1 ? std::optional(label("<B>", items)) : std::nullopt,
                has_sheets ? std::min<Index>(drawing_.sizes().H, 3) - 1 : 0};
    }

    Typeset label(const std::string& length, Index is) const {
        return set_general_formula(drawing_, fmt::format("{}={}", length, is), length_size, theme_.dim);
    }

    /// The drawn length of a side; short sides are drawn longer so that they can be seen.
    float side(Index length) const { return std::max(step_ * static_cast<float>(length), least_side); }

    /// The height of the box, or of the labels to its left if these are higher.
    float height_of(const ShapesBox& box) const {
        return std::max(side(box.shape.rows), box.items ? 2 * shapes_label_line : shapes_label_line);
    }

    float tallest(const Line& line) const {
        float tallest = 0;
        for (const ShapesBox& box : line)
            tallest = std::max(tallest, height_of(box));
        return tallest;
    }

    float width() const {
        float widest = 0;
        for (const Line& line : lines_) {
            float x = 0;
            for (const ShapesBox& box : line)
                x += room_before(box) + width_of(box);
            widest = std::max(widest, x);
        }
        return widest;
    }

    /// The room to the left of a box for its sign and labels.
    static float room_before(const ShapesBox& box) {
        const float labels = std::max(box.rows.width, box.items ? box.items->width : 0);
        return (box.sign.empty() ? 0 : shapes_sign_room) + labels + 2 * space::small;
    }

    float width_of(const ShapesBox& box) const {
        return side(box.shape.columns) + shapes_sheet * static_cast<float>(box.sheets_behind);
    }

    void add_product(const Line& line, Point at) {
        const float middle = at.y + tallest(line) / 2;
        for (const ShapesBox& box : line) {
            if (!box.sign.empty())
                add_text_about({at.x + shapes_sign_room / 2, middle}, std::string(box.sign), theme_.dim, {.size = 15},
                               Horizontal::centre);
            at.x += room_before(box);
            const float height = side(box.shape.rows);
            add_matrix_box(box, {at.x, middle - height / 2, side(box.shape.columns), height});
            at.x += width_of(box);
        }
    }

    void add_matrix_box(const ShapesBox& shown, const Box& box) {
        for (Index i = shown.sheets_behind; i >= 0; --i) {
            const auto distance = shapes_sheet * static_cast<float>(i);
            add_box(box.moved({distance, -distance}), theme_.field, {theme_.connector, 1});
        }
        constexpr float half_a_line = shapes_label_line / 2;
        const Point centre = box.centre();
        const auto add_at_left = [&](const Typeset& set, float down) {
            list_.append(set.list, {box.x - set.width - space::small, centre.y + 4 + down});
        };
        if (shown.items)
            add_at_left(*shown.items, -half_a_line);
        add_at_left(shown.rows, shown.items ? half_a_line : 0);
        // A label that is wider than the box is moved away from the labels to the left.
        const auto half = [&](const Typeset& set) {
            return (set.width > box.width ? height_of(shown) : box.height) / 2;
        };
        list_.append(shown.columns.list,
                     {centre.x - shown.columns.width / 2,
                      centre.y - half(shown.columns) - 7 - static_cast<float>(shown.sheets_behind) * shapes_sheet});
        list_.append(shown.name.list, {centre.x - shown.name.width / 2, centre.y + half(shown.name) + 18});
    }

    bool columns_;
    std::vector<Line> lines_;
    Index longest_ = 1;         ///< longest side of a matrix
    float step_ = largest_step; ///< pixels per row or column
};

} // namespace

void shapes_picture(DisplayList& list, const DrawContext& drawing, const Box& area) {
    ShapesLayout(list, drawing, area).add();
}

std::string length_of_axis(const DrawContext& drawing, Axis axis) {
    const bool two_sequences = drawing.layer().context != nullptr;
    switch (axis) {
    case Axis::one:
        return "1";
    case Axis::query_tokens:
        return two_sequences ? "<S_q>" : "<S>";
    case Axis::key_tokens:
        return two_sequences ? "<S_k>" : "<S>";
    case Axis::model:
        return "<D>";
    case Axis::context_model:
        return two_sequences ? "<D_c>" : "<D>";
    case Axis::key_width:
        return "<d_k>";
    case Axis::value_width:
        return "<d_v>";
    case Axis::mlp:
        return "<d_ff>";
    case Axis::vocabulary:
        return "<d_vocab>";
    case Axis::concat_width:
        break;
    }
    return "<H><d_v>";
}

} // namespace attn
