#include "core/figure/pictures/sum_over_heads.h"

#include "core/figure/pictures/heat.h"
#include "core/figure/pictures/lettering.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/notation.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

constexpr float sign_room = 36; // between matrices
constexpr float bar_room = 96;  // colour bar and its numbers
constexpr float name_room = 26; // above the first line
constexpr float line_gap = 14;  // between heads
constexpr float bias_gap = 14;
constexpr float foot = 48;      // labels beneath Y
constexpr float head_room = 30; // "head 1" at the left
constexpr float largest_cell = 44;
constexpr float edge = 2;

class SumLayout {
public:
    SumLayout(DisplayList& list, const Subject& subject, const Box& area)
        : list_(list), subject_(subject), theme_(subject.theme()), area_(area), sizes_(subject.sizes()),
          columns_(subject.session.tokens_as_columns), rows_(left_axis_of(subject, StageId::Y)),
          has_bias_(!subject.layer().b_O.empty()), range_of_parts_(range_of_heads(subject, first(StageId::parts, 0))),
          cell_(cell_size()), left_(area.x + label_room() + head_room),
          right_(left_ + width(left_shape().columns) + sign_room),
          parts_(right_ + width(right_shape().columns) + sign_room) {}

    void add() {
        float y = area_.y + name_room;
        for (Index head = 0; head < sizes_.H; ++head) {
            add_head(head, y);
            y += line_height() + line_gap;
        }
        if (has_bias_) {
            const float height = width(bias_shape().rows);
            add_sign("+", {parts_ - sign_room / 2, y + height / 2});
            add_map(ParameterId::b_O, 0, {parts_, y}, {});
            add_name("<b_O>", {parts_ - sign_room - 24, y + height / 2 + 5});
            y += height + bias_gap;
        }
        const float right = parts_ + width(part_shape().columns);
        add_rule(list_, {parts_ - sign_room / 2, y - line_gap / 2}, {right, y - line_gap / 2}, theme_.ink);
        add_output(y + 2);
    }

private:
    CellId first(ArrayId array, Index head) const {
        return settled(subject_, {array, subject_.sight.item, head, 0, 0});
    }

    // O W_O = part; or W_Oᵀ O = part, all transposed.
    ArrayId left_array() const { return columns_ ? ArrayId(ParameterId::W_O) : ArrayId(StageId::O); }
    ArrayId right_array() const { return columns_ ? ArrayId(StageId::O) : ArrayId(ParameterId::W_O); }
    Shape seen(Shape shape) const { return columns_ ? Shape{shape.columns, shape.rows} : shape; }
    Shape left_shape() const { return seen(array_shape(subject_, left_array())); }
    Shape right_shape() const { return seen(array_shape(subject_, right_array())); }
    Shape part_shape() const { return seen({sizes_.S_q, sizes_.D}); }
    Shape bias_shape() const { return seen({1, sizes_.D}); }

    float width(Index columns) const { return static_cast<float>(columns) * cell_; }
    Index line_rows() const { return std::max(left_shape().rows, right_shape().rows); }
    float line_height() const { return static_cast<float>(line_rows()) * cell_; }
    float label_room() const { return label_width(subject_, rows_) + space::large; }

    /// One size for all cells, so that lengths can be compared.
    float cell_size() const {
        const float across = area_.width - label_room() - head_room - 2 * sign_room - bar_room;
        const float down =
            area_.height - name_room - foot - line_gap * static_cast<float>(sizes_.H) - (has_bias_ ? bias_gap : 0);
        const Index columns = left_shape().columns + right_shape().columns + part_shape().columns;
        const Index rows = sizes_.H * line_rows() + part_shape().rows + (has_bias_ ? bias_shape().rows : 0);
        return std::min({across / static_cast<float>(columns), down / static_cast<float>(rows), largest_cell});
    }

    void add_sign(std::string sign, Point at) {
        list_.add(Text{.text = std::move(sign),
                       .position = at,
                       .font = {.size = 15},
                       .colour = theme_.dim,
                       .horizontal = Horizontal::centre,
                       .vertical = Vertical::middle});
    }

    void add_name(std::string_view symbol, Point at) {
        const Typeset name = set_general_formula(subject_, symbol, 15, theme_.ink);
        list_.append(name.list, at);
    }

    /// A matrix with its upper left corner at `at`, in the head's colour where it belongs to one.
    void add_map(ArrayId array, Index head, Point at, std::optional<Colour> colour, bool labelled = false) {
        HeatmapOptions options = heat_of(subject_, first(array, head), columns_);
        if (array == ArrayId(StageId::parts))
            options.range = range_of_parts_;
        options.cell_width = options.cell_height = cell_;
        if (labelled && !columns_)
            options.rows = rows_;
        const Heatmap map = lay_out(options, subject_.typesetter);
        list_.append(map.list, at);
        if (!colour)
            return;
        Rectangle around;
        around.box = map.cells.moved(at).grown(edge / 2);
        around.stroke = {*colour, edge};
        list_.add(around);
    }

    float centred(Index rows, float y) const { return y + (line_height() - static_cast<float>(rows) * cell_) / 2; }

    void add_head(Index head, float y) {
        const Colour colour = head_colour(theme_, head);
        const float middle = y + line_height() / 2;
        add_map(left_array(), head, {left_, centred(left_shape().rows, y)}, colour, true);
        add_sign("·", {left_ + width(left_shape().columns) + sign_room / 2, middle});
        add_map(right_array(), head, {right_, centred(right_shape().rows, y)}, colour);
        add_sign("=", {right_ + width(right_shape().columns) + sign_room / 2, middle});
        add_map(StageId::parts, head, {parts_, centred(part_shape().rows, y)}, colour);
        if (head == 0) {
            add_name(columns_ ? "<W_O T>" : "<O>", {left_, area_.y + 12});
            add_name(columns_ ? "<O>" : "<W_O>", {right_, area_.y + 12});
            add_name(columns_ ? "<W_O T><O>" : "<part>", {parts_, area_.y + 12});
        } else
            add_sign("+", {parts_ + width(part_shape().columns) / 2, y - line_gap / 2});
        Rectangle mark;
        mark.box = {area_.x, middle - 4, 8, 8};
        mark.fill = colour;
        list_.add(mark);
        add_text(list_, subject_.typesetter, {area_.x + 13, middle + 4}, std::to_string(head + 1), theme_.dim, small());
    }

    void add_output(float y) {
        HeatmapOptions options = heat_of(subject_, first(StageId::Y, 0));
        options.cell_width = options.cell_height = cell_;
        options.rows = rows_;
        options.columns = lower_axis_of(subject_, StageId::Y);
        options.columns.title.clear();
        options.colour_bar = true;
        list_.append(lay_out(options, subject_.typesetter).list, {parts_, y});
        const Typeset name = set_general_formula(subject_, symbol_of(StageId::Y), 17, theme_.ink);
        list_.append(name.list, {parts_ - label_room() - space::large - name.width,
                                 y + width(part_shape().rows) / 2 + name.ascent / 2});
    }

    DisplayList& list_;
    const Subject& subject_;
    const Theme& theme_;
    Box area_;
    const Sizes& sizes_;
    bool columns_;
    AxisLabels rows_; ///< of Y
    bool has_bias_;
    Range range_of_parts_;
    float cell_;
    float left_; ///< where each column of matrices begins
    float right_;
    float parts_;
};

} // namespace

void sum_picture(DisplayList& list, const Subject& subject, const Box& area) {
    SumLayout(list, subject, area).add();
}

} // namespace attn
