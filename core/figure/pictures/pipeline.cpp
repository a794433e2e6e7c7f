#include "core/figure/pictures/pipeline.h"

#include "core/model/stages.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/text_layout.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <optional>

namespace attn {

namespace {

constexpr float full_width = 224;
constexpr float between_rows = 10; // for arrows
constexpr float top = 12;
constexpr float weights_room = 20; // for W_Q, W_K and W_V on their arrows
constexpr float thumb_width = 44;
constexpr float thumb_height = 40;
constexpr float pipeline_largest_cell = 9;
constexpr float thinnest = 8;       // of long matrices
constexpr float pipeline_sheet = 3; // distance of stacked sheets

/// Where a stage stands in the diagram: the centre of its picture, in rows from the top. Some rows are there only
/// where the layer has what stands in them.
struct Node {
    ArrayId stage;
    float x;
    int row;
};
constexpr int row_of_norm = 1;
constexpr int row_of_queries = 2;
constexpr int row_of_rotated = 3;

constexpr std::array nodes{
    Node{ArrayId::E, 40, 0},
    Node{ArrayId::P, 108, 0},
    Node{ArrayId::resid_pre, 178, 0},
    Node{ArrayId::X, 178, row_of_norm},
    Node{ArrayId::context, 108, 0},
    Node{ArrayId::Q, 40, row_of_queries},
    Node{ArrayId::K, 108, row_of_queries},
    Node{ArrayId::V, 184, row_of_queries},
    Node{ArrayId::Q_rotated, 40, row_of_rotated},
    Node{ArrayId::K_rotated, 108, row_of_rotated},
    Node{ArrayId::scores, 76, 4},
    Node{ArrayId::scaled, 76, 5},
    Node{ArrayId::mask, 146, 5},
    Node{ArrayId::masked, 76, 6},
    Node{ArrayId::row_max, 24, 7},
    Node{ArrayId::exp, 76, 7},
    Node{ArrayId::row_sum, 132, 7},
    Node{ArrayId::A, 76, 8},
    Node{ArrayId::O, 184, 8},
    Node{ArrayId::concat, 40, 9},
    Node{ArrayId::parts, 112, 9},
    Node{ArrayId::Y, 184, 9},
};
constexpr int all_rows = 10;

/// What stands on the way from one stage to another.
struct Arrow {
    ArrayId from;
    ArrayId to;
    std::optional<ArrayId> weight;
    std::string_view sign;
};

constexpr std::array arrows{
    Arrow{ArrayId::X, ArrayId::Q, ArrayId::W_Q, ""},
    Arrow{ArrayId::X, ArrayId::K, ArrayId::W_K, ""},
    Arrow{ArrayId::X, ArrayId::V, ArrayId::W_V, ""},
    Arrow{ArrayId::Q, ArrayId::Q_rotated, {}, ""},
    Arrow{ArrayId::K, ArrayId::K_rotated, {}, ""},
    Arrow{ArrayId::Q, ArrayId::scores, {}, ""},
    Arrow{ArrayId::K, ArrayId::scores, {}, ""},
    Arrow{ArrayId::Q_rotated, ArrayId::scores, {}, ""},
    Arrow{ArrayId::K_rotated, ArrayId::scores, {}, ""},
    Arrow{ArrayId::scores, ArrayId::scaled, {}, ""},
    Arrow{ArrayId::scaled, ArrayId::masked, {}, ""},
    Arrow{ArrayId::mask, ArrayId::masked, {}, ""},
    Arrow{ArrayId::row_max, ArrayId::exp, {}, ""},
    Arrow{ArrayId::exp, ArrayId::row_sum, {}, ""},
    Arrow{ArrayId::masked, ArrayId::exp, {}, ""},
    Arrow{ArrayId::exp, ArrayId::A, {}, ""},
    Arrow{ArrayId::V, ArrayId::O, {}, ""},
    Arrow{ArrayId::A, ArrayId::O, {}, ""},
    Arrow{ArrayId::O, ArrayId::concat, {}, ""},
    Arrow{ArrayId::concat, ArrayId::parts, ArrayId::W_O, ""},
    Arrow{ArrayId::parts, ArrayId::Y, {}, "Σ"},
    Arrow{ArrayId::E, ArrayId::P, {}, "+"},
    Arrow{ArrayId::P, ArrayId::X, {}, "="},
    Arrow{ArrayId::P, ArrayId::resid_pre, {}, "="},
    Arrow{ArrayId::resid_pre, ArrayId::X, {}, ""},
};

const Node& node_of(ArrayId stage) {
    return *std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.stage == stage; });
}

/// The row of a node among those that this layer has.
int row_of(const Trace& trace, const Node& node) {
    int row = node.row;
    if (node.row >= row_of_norm && !trace.has(ArrayId::resid_pre))
        --row;
    if (node.row > row_of_rotated && !trace.has(ArrayId::Q_rotated) && !trace.has(ArrayId::K_rotated))
        --row;
    return row;
}

/// What stands under a picture: on paper its symbol, which is taller than its name.
float caption_height(bool on_paper) {
    return on_paper ? 44 : 30;
}

float row_step(float stretch, bool on_paper) {
    return thumb_height * stretch + caption_height(on_paper) + between_rows;
}

float node_top(const Trace& trace, const Node& node, float stretch, bool on_paper) {
    return top + row_step(stretch, on_paper) * static_cast<float>(row_of(trace, node)) +
           (node.row >= row_of_queries ? weights_room : 0);
}

/// Whether the arrow shows what the layer does: a stage may be read by one of two.
bool is_drawn(const Trace& trace, const Arrow& arrow) {
    if (!trace.has(arrow.from) || !trace.has(arrow.to))
        return false;
    if (arrow.to != ArrayId::scores && arrow.to != ArrayId::X)
        return true;
    const auto inputs = inputs_of(trace.layer(), arrow.to);
    return std::any_of(inputs.begin(), inputs.end(),
                       [&](const StageInput& input) { return input.stage == arrow.from; });
}

/// Short, since single columns stand close to exp.
std::string caption(ArrayId stage) {
    if (stage == ArrayId::row_max)
        return "max";
    return stage == ArrayId::row_sum ? "sum" : std::string(array_name(stage));
}

class Diagram {
public:
    Diagram(DisplayList& list, const DrawContext& drawing, const PipelineView& view)
        : list_(list), drawing_(drawing), view_(view),
          area_(view.area), thumb_{thumb_width * view.stretch.x, thumb_height * view.stretch.y} {}

    void add() {
        for (const Arrow& arrow : arrows)
            if (is_drawn(drawing_.trace, arrow))
                add_arrow(arrow);
        for (const Node& node : nodes)
            if (shown(node))
                add_node(node);
    }

    /// What the node takes, picture and caption.
    Box frame(const Node& node) const {
        const float y = area_.y + node_top(drawing_.trace, node, view_.stretch.y, on_paper()) - view_.scroll;
        const float width = std::max(node.stage == ArrayId::row_max || node.stage == ArrayId::row_sum ? 40.0F : 60.0F,
                                     picture_size(node).x + 12);
        return {area_.x + node.x * view_.stretch.x - width / 2, y - 6, width, thumb_.y + caption_height(on_paper())};
    }

private:
    bool on_paper() const { return drawing_.view_state.on_paper; }

    bool shown(const Node& node) const {
        const bool free = node.stage != ArrayId::context || !drawing_.trace.has(ArrayId::P);
        return drawing_.trace.has(node.stage) && free;
    }

    Point picture_size(const Node& node) const {
        const Shape shape = shown_shape(drawing_, node.stage);
        const auto columns = static_cast<float>(shape.columns);
        const auto count = static_cast<float>(shape.rows);
        const float cell = std::min({thumb_.x / columns, thumb_.y / count, pipeline_largest_cell * view_.stretch.y});
        const float width = std::max(columns * cell, thinnest);
        return {std::round(width), std::round(std::max(count * cell, thinnest))};
    }

    Box picture(const Node& node) const {
        const Point size = picture_size(node);
        const Box box = frame(node);
        return {std::round(box.centre().x - size.x / 2), std::round(box.y + 6 + (thumb_.y - size.y) / 2), size.x,
                size.y};
    }

    template <class Shape>
    void add(Shape shape, const Target& target = {}) {
        list_.add(std::move(shape), target).clip = area_;
    }

    void add_text_at(Point at, std::string text, Colour colour, Font font) {
        add(Text{
            .text = std::move(text), .position = at, .font = font, .colour = colour, .horizontal = Horizontal::centre});
    }

    void add_node(const Node& node) {
        const Theme& theme = drawing_.theme();
        const Box outer = frame(node);
        if (outer.bottom() < area_.y || outer.y > area_.bottom())
            return;
        const Box inner = picture(node);
        const std::string target = fmt::format("action:step/{}", array_name(node.stage));
        const bool current = view_.marks_step && !drawing_.view_state.parameter && drawing_.view_state.step == node.stage;
        Rectangle around;
        // The sheets of heads stand out above the frame that clicks are meant for.
        around.box = {outer.x, outer.y - 4, outer.width, outer.height + 4};
        around.corner_radius = measure::corner;
        if (current)
            around.stroke = {theme.ink, 2};
        else if (view_.hovered == target)
            around.fill = faded(theme.ink, 0.05F);
        add(around);
        if (has_heads(node.stage))
            add_sheets(node.stage, inner);
        const std::size_t before = list_.items.size();
        add_thumbnail(list_, drawing_,
                      canonical(drawing_, {node.stage, drawing_.view_state.item, drawing_.view_state.head, 0, 0}), inner);
        for (std::size_t i = before; i < list_.items.size(); ++i)
            list_.items[i].clip = area_;
        Rectangle edge;
        edge.box = inner.grown(0.5F);
        edge.stroke = {theme.hairline, 1};
        add(edge);
        add_caption(node, outer);
        Rectangle place;
        place.box = outer;
        add(place, target);
    }

    void add_sheets(ArrayId stage, const Box& box) {
        const Index sheets = std::min<Index>(drawing_.trace.extent(stage).heads, 3) - 1;
        for (Index i = sheets; i > 0; --i) {
            Rectangle behind;
            behind.box = box.moved({pipeline_sheet * static_cast<float>(i), -pipeline_sheet * static_cast<float>(i)})
                             .grown(0.5F);
            behind.fill = drawing_.theme().panel;
            behind.stroke = {drawing_.theme().hairline, 1};
            add(behind);
        }
    }

    void add_caption(const Node& node, const Box& outer) {
        const Theme& theme = drawing_.theme();
        const Shape shape = shown_shape(drawing_, node.stage);
        const Point at{outer.centre().x, outer.y + thumb_.y + (on_paper() ? 24.0F : 17.0F)};
        // Who reads a printed diagram cannot point at a name to learn its symbol.
        if (on_paper()) {
            const Typeset symbol = set_formula(drawing_, symbol_of(node.stage), type_size::normal, theme.ink);
            list_.append(symbol.list, {at.x - symbol.width / 2, at.y}, area_);
        } else
            add_text_at(at, caption(node.stage), theme.ink, small());
        add_text_at({at.x, at.y + (on_paper() ? 14.0F : 10.0F)}, fmt::format("{}×{}", shape.rows, shape.columns),
                    theme.dim, {.size = on_paper() ? type_size::small : 9});
    }

    void add_arrow(const Arrow& arrow) {
        const Box from = frame(node_of(arrow.from));
        const Box to = frame(node_of(arrow.to));
        const Stroke stroke{drawing_.theme().connector, 1};
        if (!arrow.sign.empty()) {
            const Point middle{(from.right() + to.x) / 2, from.y + 6 + thumb_.y / 2 + 4};
            add_text_at(middle, std::string(arrow.sign), drawing_.theme().dim, {});
            return;
        }
        const bool beside = row_of(drawing_.trace, node_of(arrow.from)) == row_of(drawing_.trace, node_of(arrow.to));
        Path path;
        path.stroke = stroke;
        if (beside) {
            const float y = std::floor(picture(node_of(arrow.from)).centre().y) + 0.5F;
            path.points = {{picture(node_of(arrow.from)).right() + 6, y}, {picture(node_of(arrow.to)).x - 2, y}};
        } else {
            const float bend = std::floor(arrow.weight ? from.bottom() + 4 : to.y - 1) + 0.5F;
            const Point start{std::floor(from.centre().x) + 0.5F, from.bottom() - 2};
            const Point end{std::floor(to.centre().x) + 0.5F, to.y + 5};
            path.points = start.x == end.x ? std::vector<Point>{start, end}
                                           : std::vector<Point>{start, {start.x, bend}, {end.x, bend}, end};
        }
        const Point last = path.points.back();
        const Point first = path.points.front();
        add(std::move(path));
        if (arrow.weight)
            add_weight(*arrow.weight,
                       beside ? Point{(first.x + last.x) / 2, first.y - 12} : Point{last.x + 15, last.y - 14});
    }

    void add_weight(ArrayId weight, Point at) {
        if (!has_array(drawing_, weight))
            return;
        const Theme& theme = drawing_.theme();
        const std::string target = fmt::format("action:show/{}", array_name(weight));
        const bool current = view_.marks_step && drawing_.view_state.parameter == weight;
        const std::string symbol = "<all " + symbol_of(weight).substr(1);
        const Typeset name = set_formula(drawing_, symbol, 14, current ? theme.ink : theme.dim);
        const Box box{at.x - name.width / 2 - 4, at.y - 9, name.width + 8, 18};
        Rectangle ground;
        ground.box = box;
        ground.fill = theme.panel;
        ground.corner_radius = 4;
        if (current)
            ground.stroke = {theme.ink, 1.5F};
        else if (view_.hovered == target)
            ground.stroke = {theme.hairline, 1};
        add(ground);
        list_.append(name.list, {at.x - name.width / 2, at.y + 4}, area_);
        Rectangle place;
        place.box = box;
        add(place, target);
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const PipelineView& view_;
    Box area_;
    Point thumb_; ///< the most that a picture takes
};

} // namespace

void pipeline_picture(DisplayList& list, const DrawContext& drawing, const PipelineView& view) {
    Diagram(list, drawing, view).add();
}

Point pipeline_size(const Trace& trace, Point stretch, bool on_paper) {
    return {full_width * stretch.x, node_top(trace, {ArrayId::Y, 0, all_rows}, stretch.y, on_paper) + space::small};
}

float pipeline_row_top(const Trace& trace, ArrayId stage) {
    return node_top(trace, node_of(stage), 1, false);
}

float pipeline_row_height() {
    return row_step(1, false);
}

} // namespace attn
