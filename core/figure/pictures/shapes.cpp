#include "core/figure/pictures/shapes.h"

#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/labels.h"
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
struct Operand {
    std::string_view sign;
    ArrayId array;
    bool transposed = false;
};
using Line = std::vector<Operand>;

/// The rows of a matrix that all heads have together.
bool is_of_all_heads(const Line& line, const Operand& operand) {
    return line.back().array == ArrayId::Y && operand.array == ArrayId::W_O;
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
            for (const Operand& operand : line)
                tallest = std::max(tallest, size_of(line, operand).y);
            add_line(line, y + shapes_above, tallest);
            y += shapes_above + tallest + shapes_below + shapes_between;
        }
    }

private:
    std::vector<Line> lines() const {
        const ArrayId keys_from = drawing_.layer().context ? ArrayId::context : ArrayId::X;
        std::vector<Line> all{product(ArrayId::X, ArrayId::W_Q, ArrayId::Q),
                              product(keys_from, ArrayId::W_K, ArrayId::K),
                              product(keys_from, ArrayId::W_V, ArrayId::V),
                              product(ArrayId::Q, ArrayId::K, ArrayId::scores, true),
                              {{"", ArrayId::scores, columns_}, {"→", ArrayId::A, columns_}},
                              product(ArrayId::A, ArrayId::V, ArrayId::O),
                              {{"", ArrayId::O, columns_}, {"→", ArrayId::concat, columns_}},
                              product(ArrayId::concat, ArrayId::W_O, ArrayId::Y)};
        std::erase_if(all, [&](const Line& line) {
            return !std::ranges::all_of(line, [&](const Operand& o) { return has_array(drawing_, o.array); });
        });
        return all;
    }

    /// Where tokens are columns, the transposed matrices in reverse order.
    Line product(ArrayId left, ArrayId right, ArrayId result, bool right_transposed = false) const {
        if (columns_)
            return {{"", right, !right_transposed}, {"·", left, true}, {"=", result, true}};
        return {{"", left}, {"·", right, right_transposed}, {"=", result}};
    }

    Shape shape_of(const Line& line, const Operand& operand) const {
        Shape shape = array_shape(drawing_, operand.array);
        if (is_of_all_heads(line, operand))
            shape.rows *= drawing_.sizes().H;
        return operand.transposed ? Shape{shape.columns, shape.rows} : shape;
    }

    static float side(Index length) {
        return std::clamp(14 * std::sqrt(static_cast<float>(length)), shortest, longest);
    }

    Point size_of(const Line& line, const Operand& operand) const {
        const Shape shape = shape_of(line, operand);
        return {side(shape.columns), side(shape.rows)};
    }

    std::string name_of(const Line& line, const Operand& operand) const {
        std::string name = symbol_of(operand.array);
        const bool is_weight = is_parameter(operand.array);
        if (is_of_all_heads(line, operand))
            name = "<all " + name.substr(1);
        if (operand.transposed != (columns_ && !is_weight))
            name.replace(name.find('>'), 1, " T>");
        return name;
    }

    std::string length_of(const Line& line, const Operand& operand, bool rows) const {
        const bool across = rows == operand.transposed;
        const Axis axis = across ? column_axis(operand.array) : row_axis(operand.array);
        const Shape shape = shape_of(line, operand);
        const bool all = is_of_all_heads(line, operand) && !across;
        const std::string symbol = all ? "<H><d_v>" : length_of_axis(drawing_, axis);
        return fmt::format("{}={}", symbol, rows ? shape.rows : shape.columns);
    }

    void add_line(const Line& line, float y, float tallest) {
        float x = area_.x;
        for (const Operand& operand : line) {
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

    void add_box(const Line& line, const Operand& operand, const Box& box) {
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
