#include "core/figure/pictures/shapes.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <vector>

namespace attn {

namespace {

constexpr float shapes_name_size = 15;
constexpr float length_size = 12;
constexpr float shapes_label_room = 54; // for the number of rows at the left
constexpr float shapes_sign_room = 34;
constexpr float shapes_above = 20; // the number of columns
constexpr float shapes_below = 26; // the name
constexpr float shapes_between = 10;
constexpr float shapes_sheet = 4;
constexpr float shortest = 30;
constexpr float longest = 132;

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

class ShapesLayout {
public:
    ShapesLayout(DisplayList& list, const DrawContext& drawing, const Box& area)
        : list_(list), drawing_(drawing), theme_(drawing.theme()), area_(area),
          columns_(drawing.session.tokens_as_columns) {}

    void add() {
        float y = area_.y;
        for (const Line& line : lines()) {
            float tallest = 0;
            for (const ShapesBox& operand : line)
                tallest = std::max(tallest, size_of(line, operand).y);
            add_line(line, y + shapes_above, tallest);
            y += shapes_above + tallest + shapes_below + shapes_between;
        }
    }

private:
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

    static float side(Index length) {
        return std::clamp(14 * std::sqrt(static_cast<float>(length)), shortest, longest);
    }

    Point size_of(const Line& line, const ShapesBox& operand) const {
        const Shape shape = shape_of(line, operand);
        return {side(shape.columns), side(shape.rows)};
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

    void add_line(const Line& line, float y, float tallest) {
        float x = area_.x;
        for (const ShapesBox& operand : line) {
            const Point size = size_of(line, operand);
            const float middle = y + tallest / 2;
            if (!operand.sign.empty()) {
                list_.add(Text{.text = std::string(operand.sign),
                               .position = {x + shapes_sign_room / 2, middle},
                               .font = {.size = 15},
                               .colour = theme_.dim,
                               .horizontal = Horizontal::centre,
                               .vertical = Vertical::middle});
                x += shapes_sign_room;
            }
            x += shapes_label_room;
            add_box(line, operand, {x, middle - size.y / 2, size.x, size.y});
            x += size.x;
        }
    }

    void add_box(const Line& line, const ShapesBox& operand, const Box& box) {
        const bool sheets = has_heads(operand.array) && !is_of_all_heads(line, operand);
        const Index behind = sheets ? std::min<Index>(drawing_.sizes().H, 3) - 1 : 0;
        for (Index i = behind; i >= 0; --i) {
            const auto distance = shapes_sheet * static_cast<float>(i);
            Rectangle rectangle;
            rectangle.box = box.moved({distance, -distance});
            rectangle.fill = theme_.field;
            rectangle.stroke = {theme_.connector, 1};
            list_.add(rectangle);
        }
        const Typeset rows = set_general_formula(drawing_, length_of(line, operand, true), length_size, theme_.dim);
        list_.append(rows.list, {box.x - rows.width - space::small, box.centre().y + 4});
        const Typeset columns = set_general_formula(drawing_, length_of(line, operand, false), length_size, theme_.dim);
        list_.append(columns.list,
                     {box.centre().x - columns.width / 2, box.y - 7 - static_cast<float>(behind) * shapes_sheet});
        const Typeset name = set_general_formula(drawing_, name_of(line, operand), shapes_name_size, theme_.ink);
        list_.append(name.list, {box.centre().x - name.width / 2, box.bottom() + 18});
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const Theme& theme_;
    Box area_;
    bool columns_;
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
        return two_sequences ? "<S>_q" : "<S>";
    case Axis::key_tokens:
        return two_sequences ? "<S>_k" : "<S>";
    case Axis::model:
        return "<D>";
    case Axis::context_model:
        return two_sequences ? "D_c" : "<D>";
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
