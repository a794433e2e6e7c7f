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
#include <vector>

namespace attn {

namespace {

constexpr float shapes_name_size = 15;
constexpr float length_size = 12;
constexpr float shapes_sign_room = 34;
constexpr float shapes_above = 20; // the number of columns
constexpr float shapes_below = 26; // the name
constexpr float shapes_between = 10;
constexpr float shapes_label_line = 15;
constexpr float shapes_sheet = 4;
constexpr float longest_side = 112;
constexpr float largest_step = 24; // each row or column
constexpr float least_side = 7;    // what can be seen of a matrix whose length is next to nothing
constexpr float shapes_between_columns = 40;
constexpr float lowest_of_largest = 30; // of the longest side, on a low or narrow page
constexpr float least_of_largest_step = 11;
constexpr std::size_t most_columns = 3;

/// One box of a line: an array, perhaps transposed, and the sign before it.
struct ShapesBox {
    std::string_view sign;
    ArrayId array;
    bool transposed = false;
};
using Line = std::vector<ShapesBox>;

/// What the line leads to: its result stands last.
ArrayId result_of(const Line& line) {
    return line.back().array;
}

/// The rows of a matrix that all heads have together.
bool is_of_all_heads(const Line& line, const ShapesBox& operand) {
    return is_parameter(operand.array) && has_heads(operand.array) && !has_heads(result_of(line));
}

class ShapesLayout : Canvas {
public:
    ShapesLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : Canvas(list, drawing, area), columns_(drawing.session.tokens_as_columns) {}

    /// One line beneath the other, in as many columns as let boxes be largest.
    void add() {
        const std::vector<Line> all = lines();
        labels_ = widths_of_labels(all);
        std::size_t columns = 1;
        float largest = 0;
        for (std::size_t tried = 1; tried <= most_columns; ++tried)
            if (const float step = largest_step_in(all, tried); step > largest) {
                largest = step;
                columns = tried;
            }
        step_ = largest > 0 ? largest : least_step(all);
        const Columns places = placed(all, columns);
        for (std::size_t i = 0; i < all.size(); ++i)
            add_product(all[i], Point{area_.x, area_.y + shapes_above} + places.places[i], tallest(all[i]));
    }

private:
    Columns placed(const std::vector<Line>& all, std::size_t columns) const {
        return in_columns(heights(all), columns, width(all) + shapes_between_columns);
    }

    float least_step(const std::vector<Line>& all) const {
        const auto longest = static_cast<float>(longest_length(all));
        return std::min({lowest_of_largest / longest, least_of_largest_step, longest_side / longest});
    }

    /// With which so many columns fill the area; 0 where it has no room for them.
    float largest_step_in(const std::vector<Line>& all, std::size_t columns) {
        constexpr float smaller = 0.95F;
        const auto count = static_cast<float>(columns);
        step_ = std::min(largest_step, longest_side / static_cast<float>(longest_length(all)));
        for (; step_ >= least_step(all); step_ *= smaller)
            if (placed(all, columns).height <= area_.height &&
                count * width(all) + (count - 1) * shapes_between_columns <= area_.width)
                return step_;
        return 0;
    }

    /// The products, and between them what leads from one to the next.
    std::vector<Line> lines() const {
        const Structure& structure = drawing_.trace.structure();
        std::vector<Line> all;
        std::optional<ArrayId> scores; // the last product of queries and keys
        for (const Array& row : stages()) {
            const auto operands = product_operands(structure, row.id);
            const Recipe& recipe = structure.recipe(row.id);
            // What a head adds is a part of the product of all heads.
            const bool is_part = operands && is_in_blocks(recipe.operands[0].array) && row.heads != Heads::none;
            if (operands && !is_part)
                all.push_back(product(operands->left, operands->right, row.id, operands->right_transposed));
            else if (recipe.operation == OperationId::quotient && scores)
                all.push_back({{"", *scores, columns_}, {"→", row.id, columns_}});
            else if (recipe.operation == OperationId::side_by_side)
                all.push_back({{"", recipe.operands[0].array, columns_}, {"→", row.id, columns_}});
            if (operands && row.meaning == Meaning::score)
                scores = row.id;
        }
        std::erase_if(all, [&](const Line& line) {
            return !std::ranges::all_of(line, [&](const ShapesBox& box) { return has_array(drawing_, box.array); });
        });
        return all;
    }

    /// Where tokens are columns, the transposed matrices in reverse order.
    Line product(ArrayId left, ArrayId right, ArrayId result, bool right_transposed = false) const {
        if (columns_)
            return {{"", right, !right_transposed}, {"·", left, true}, {"=", result, true}};
        return {{"", left}, {"·", right, right_transposed}, {"=", result}};
    }

    Shape shape_of(const Line& line, const ShapesBox& operand) const {
        Shape shape = array_shape(drawing_, operand.array);
        if (is_of_all_heads(line, operand))
            shape.rows *= drawing_.sizes().H;
        return operand.transposed ? Shape{shape.columns, shape.rows} : shape;
    }

    Index longest_length(const std::vector<Line>& all) const {
        Index longest = 1;
        for (const Line& line : all)
            for (const ShapesBox& operand : line)
                longest = std::max({longest, shape_of(line, operand).rows, shape_of(line, operand).columns});
        return longest;
    }

    /// To scale, as long as it can be seen.
    float side(Index length) const { return std::max(step_ * static_cast<float>(length), least_side); }

    Point size_of(const Line& line, const ShapesBox& operand) const {
        const Shape shape = shape_of(line, operand);
        return {side(shape.columns), side(shape.rows)};
    }

    /// Of the box, or of what stands at its left.
    float height_of(const Line& line, const ShapesBox& operand) const {
        return std::max(size_of(line, operand).y, items_of(operand) > 1 ? 2 * shapes_label_line : shapes_label_line);
    }

    float tallest(const Line& line) const {
        float tallest = 0;
        for (const ShapesBox& operand : line)
            tallest = std::max(tallest, height_of(line, operand));
        return tallest;
    }

    std::vector<float> heights(const std::vector<Line>& all) const {
        std::vector<float> heights;
        heights.reserve(all.size());
        for (const Line& line : all)
            heights.push_back(shapes_above + tallest(line) + shapes_below + shapes_between);
        return heights;
    }

    float width(const std::vector<Line>& all) const {
        float widest = 0;
        for (std::size_t i = 0; i < all.size(); ++i) {
            float x = labels_[i];
            for (const ShapesBox& operand : all[i])
                x += width_of(all[i], operand);
            widest = std::max(widest, x);
        }
        return widest;
    }

    /// What stands before the boxes of each line, however large these are.
    std::vector<float> widths_of_labels(const std::vector<Line>& all) const {
        std::vector<float> widths;
        for (const Line& line : all) {
            float& width = widths.emplace_back();
            for (const ShapesBox& operand : line)
                width += room_before(line, operand);
        }
        return widths;
    }

    std::string name_of(const Line& line, const ShapesBox& operand) const {
        const std::string name =
            is_of_all_heads(line, operand) ? symbol_of_all_heads(operand.array) : symbol_of(operand.array);
        const bool is_weight = is_parameter(operand.array);
        return operand.transposed != (columns_ && !is_weight) ? transposed_symbol(name) : name;
    }

    std::string length_of(const Line& line, const ShapesBox& operand, bool rows) const {
        const bool across = rows == operand.transposed;
        const Axis axis = across ? row_of(operand.array).columns : row_of(operand.array).rows;
        const Shape shape = shape_of(line, operand);
        const bool all = is_of_all_heads(line, operand) && !across;
        const std::string symbol = all ? "<H><d_v>" : length_of_axis(drawing_, axis);
        return fmt::format("{}={}", symbol, rows ? shape.rows : shape.columns);
    }

    Typeset label(const std::string& formula) const {
        return set_general_formula(drawing_, formula, length_size, theme_.dim);
    }

    /// Of a batch how many of them there are: "B=2". Weights are the same for all items.
    std::optional<Typeset> items_label(const ShapesBox& operand) const {
        const Index items = items_of(operand);
        return items > 1 ? std::optional(label(fmt::format("<B>={}", items))) : std::nullopt;
    }
    Index items_of(const ShapesBox& operand) const {
        return is_stage(operand.array) ? drawing_.trace.extent(operand.array).items : 1;
    }

    /// Sign and labels at the left.
    float room_before(const Line& line, const ShapesBox& operand) const {
        const auto items = items_label(operand);
        const float labels = std::max(label(length_of(line, operand, true)).width, items ? items->width : 0);
        return (operand.sign.empty() ? 0 : shapes_sign_room) + labels + 2 * space::small;
    }

    void add_product(const Line& line, Point at, float tallest) {
        float x = at.x;
        for (const ShapesBox& operand : line) {
            const Point size = size_of(line, operand);
            const float middle = at.y + tallest / 2;
            if (!operand.sign.empty())
                add_text_about({x + shapes_sign_room / 2, middle}, std::string(operand.sign), theme_.dim, {.size = 15},
                               Horizontal::centre);
            x += room_before(line, operand);
            add_matrix_box(line, operand, {x, middle - size.y / 2, size.x, size.y});
            x += width_of(line, operand);
        }
    }

    Index sheets_behind(const Line& line, const ShapesBox& operand) const {
        const bool sheets = has_heads(operand.array) && !is_of_all_heads(line, operand);
        return sheets ? std::min<Index>(drawing_.sizes().H, 3) - 1 : 0;
    }

    float width_of(const Line& line, const ShapesBox& operand) const {
        return size_of(line, operand).x + shapes_sheet * static_cast<float>(sheets_behind(line, operand));
    }

    void add_matrix_box(const Line& line, const ShapesBox& operand, const Box& box) {
        const Index behind = sheets_behind(line, operand);
        for (Index i = behind; i >= 0; --i) {
            const auto distance = shapes_sheet * static_cast<float>(i);
            add_box(box.moved({distance, -distance}), theme_.field, {theme_.connector, 1});
        }
        const Typeset rows = label(length_of(line, operand, true));
        const std::optional<Typeset> items = items_label(operand);
        constexpr float half_a_line = shapes_label_line / 2;
        const float middle = box.centre().y + 4;
        if (items)
            list_.append(items->list, {box.x - items->width - space::small, middle - half_a_line});
        list_.append(rows.list, {box.x - rows.width - space::small, middle + (items ? half_a_line : 0)});
        const Typeset columns = label(length_of(line, operand, false));
        // What is wider than the box keeps from the labels at its left.
        const auto half = [&](float width) { return (width > box.width ? height_of(line, operand) : box.height) / 2; };
        list_.append(columns.list, {box.centre().x - columns.width / 2, box.centre().y - half(columns.width) - 7 -
                                                                            static_cast<float>(behind) * shapes_sheet});
        const Typeset name = set_general_formula(drawing_, name_of(line, operand), shapes_name_size, theme_.ink);
        list_.append(name.list, {box.centre().x - name.width / 2, box.centre().y + half(name.width) + 18});
    }

    bool columns_;
    std::vector<float> labels_; ///< of each line, how wide they are
    float step_ = largest_step; ///< each row or column
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
    case Axis::concat_width:
        break;
    }
    return "<H><d_v>";
}

} // namespace attn
