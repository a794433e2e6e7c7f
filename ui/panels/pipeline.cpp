#include "ui/panels/pipeline.h"

#include "core/attention/stages.h"
#include "core/figure/pictures/heat.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/notation.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>
#include <optional>

namespace attn {

namespace {

constexpr float row_step = 80;
constexpr float top = 12;
constexpr float weights_room = 20; // for W_Q, W_K and W_V on their arrows
constexpr float thumb_width = 44;
constexpr float thumb_height = 40;
constexpr float largest_cell = 9;
constexpr float thinnest = 8; // of long matrices
constexpr float sheet = 3;    // distance of stacked sheets

/// Where a stage stands in the diagram: the centre of its picture, in rows from the top. Some rows are there only
/// where the layer has what stands in them.
struct Node {
    StageId stage;
    float x;
    int row;
};
constexpr int row_of_norm = 1;
constexpr int row_of_queries = 2;
constexpr int row_of_rotated = 3;

constexpr std::array nodes{
    Node{StageId::E, 40, 0},
    Node{StageId::P, 108, 0},
    Node{StageId::residual, 178, 0},
    Node{StageId::X, 178, row_of_norm},
    Node{StageId::context, 108, 0},
    Node{StageId::Q, 40, row_of_queries},
    Node{StageId::K, 108, row_of_queries},
    Node{StageId::V, 184, row_of_queries},
    Node{StageId::Q_rotated, 40, row_of_rotated},
    Node{StageId::K_rotated, 108, row_of_rotated},
    Node{StageId::scores, 76, 4},
    Node{StageId::scaled, 76, 5},
    Node{StageId::mask, 146, 5},
    Node{StageId::masked, 76, 6},
    Node{StageId::row_max, 28, 7},
    Node{StageId::exp, 82, 7},
    Node{StageId::row_sum, 140, 7},
    Node{StageId::A, 76, 8},
    Node{StageId::O, 184, 8},
    Node{StageId::concat, 40, 9},
    Node{StageId::parts, 112, 9},
    Node{StageId::Y, 184, 9},
};
constexpr int all_rows = 10;

/// What stands on the way from one stage to another.
struct Arrow {
    StageId from;
    StageId to;
    std::optional<ParameterId> weight;
    std::string_view sign;
};

constexpr std::array arrows{
    Arrow{StageId::X, StageId::Q, ParameterId::W_Q, ""},
    Arrow{StageId::X, StageId::K, ParameterId::W_K, ""},
    Arrow{StageId::X, StageId::V, ParameterId::W_V, ""},
    Arrow{StageId::Q, StageId::Q_rotated, {}, ""},
    Arrow{StageId::K, StageId::K_rotated, {}, ""},
    Arrow{StageId::Q, StageId::scores, {}, ""},
    Arrow{StageId::K, StageId::scores, {}, ""},
    Arrow{StageId::Q_rotated, StageId::scores, {}, ""},
    Arrow{StageId::K_rotated, StageId::scores, {}, ""},
    Arrow{StageId::scores, StageId::scaled, {}, ""},
    Arrow{StageId::scaled, StageId::masked, {}, ""},
    Arrow{StageId::mask, StageId::masked, {}, ""},
    Arrow{StageId::row_max, StageId::exp, {}, ""},
    Arrow{StageId::exp, StageId::row_sum, {}, ""},
    Arrow{StageId::masked, StageId::exp, {}, ""},
    Arrow{StageId::exp, StageId::A, {}, ""},
    Arrow{StageId::V, StageId::O, {}, ""},
    Arrow{StageId::A, StageId::O, {}, ""},
    Arrow{StageId::O, StageId::concat, {}, ""},
    Arrow{StageId::concat, StageId::parts, ParameterId::W_O, ""},
    Arrow{StageId::parts, StageId::Y, {}, "Σ"},
    Arrow{StageId::E, StageId::P, {}, "+"},
    Arrow{StageId::P, StageId::X, {}, "="},
    Arrow{StageId::P, StageId::residual, {}, "="},
    Arrow{StageId::residual, StageId::X, {}, ""},
};

const Node& node_of(StageId stage) {
    return *std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) { return node.stage == stage; });
}

/// The row of a node among those that this layer has.
int row_of(const Trace& trace, const Node& node) {
    int row = node.row;
    if (node.row >= row_of_norm && !trace.has(StageId::residual))
        --row;
    if (node.row > row_of_rotated && !trace.has(StageId::Q_rotated) && !trace.has(StageId::K_rotated))
        --row;
    return row;
}

float node_top(const Trace& trace, const Node& node) {
    return top + row_step * static_cast<float>(row_of(trace, node)) + (node.row >= row_of_queries ? weights_room : 0);
}

/// Whether the arrow shows what the layer does: a stage may be read by one of two.
bool is_drawn(const Trace& trace, const Arrow& arrow) {
    if (!trace.has(arrow.from) || !trace.has(arrow.to))
        return false;
    if (arrow.to != StageId::scores && arrow.to != StageId::X)
        return true;
    const auto inputs = inputs_of(trace.layer(), arrow.to);
    return std::any_of(inputs.begin(), inputs.end(),
                       [&](const StageInput& input) { return input.stage == arrow.from; });
}

/// Short, since single columns stand close to exp.
std::string caption(StageId stage) {
    if (stage == StageId::row_max)
        return "max";
    return stage == StageId::row_sum ? "sum" : std::string(array_name(stage));
}

class Diagram {
public:
    Diagram(Scene& scene, const Desk& desk, const Box& area) : scene_(scene), desk_(desk), area_(area) {}

    void add() {
        for (const Arrow& arrow : arrows)
            if (is_drawn(desk_.trace, arrow))
                add_arrow(arrow);
        for (const Node& node : nodes)
            if (shown(node))
                add_node(node);
    }

    /// What the node takes, picture and caption.
    Box frame(const Node& node) const {
        const float y = area_.y + node_top(desk_.trace, node) - desk_.workspace.pipeline_scroll;
        const float width = std::max(node.stage == StageId::row_max || node.stage == StageId::row_sum ? 40.0F : 60.0F,
                                     picture_size(node).x + 12);
        return {area_.x + node.x - width / 2, y - 6, width, thumb_height + 30};
    }

private:
    bool shown(const Node& node) const {
        const bool free = node.stage != StageId::context || !desk_.trace.has(StageId::P);
        return desk_.trace.has(node.stage) && free;
    }

    Point picture_size(const Node& node) const {
        const Shape shape = shown_shape(desk_, node.stage);
        const auto columns = static_cast<float>(shape.columns);
        const auto count = static_cast<float>(shape.rows);
        const float cell = std::min({thumb_width / columns, thumb_height / count, largest_cell});
        const float width = std::max(columns * cell, thinnest);
        return {std::round(width), std::round(std::max(count * cell, thinnest))};
    }

    Box picture(const Node& node) const {
        const Point size = picture_size(node);
        const Box box = frame(node);
        return {std::round(box.centre().x - size.x / 2), std::round(box.y + 6 + (thumb_height - size.y) / 2), size.x,
                size.y};
    }

    template <class Shape>
    void add(Shape shape, const Target& target = {}) {
        scene_.list.add(std::move(shape), target).clip = area_;
    }

    void add_text_at(Point at, std::string text, Colour colour, Font font) {
        add(Text{
            .text = std::move(text), .position = at, .font = font, .colour = colour, .horizontal = Horizontal::centre});
    }

    void add_node(const Node& node) {
        const Theme& theme = desk_.theme();
        const Box outer = frame(node);
        if (outer.bottom() < area_.y || outer.y > area_.bottom())
            return;
        const Box inner = picture(node);
        const std::string target = fmt::format("action:step/{}", array_name(node.stage));
        const bool current = !desk_.workspace.parameter && desk_.workspace.step == node.stage;
        Rectangle around;
        // The sheets of heads stand out above the frame that clicks are meant for.
        around.box = {outer.x, outer.y - 4, outer.width, outer.height + 4};
        around.corner_radius = measure::corner;
        if (current)
            around.stroke = {theme.ink, 2};
        else if (desk_.workspace.hovered == target)
            around.fill = faded(theme.ink, 0.05F);
        add(around);
        if (has_heads(desk_, node.stage))
            add_sheets(node.stage, inner);
        const std::size_t before = scene_.list.items.size();
        add_thumbnail(scene_.list, desk_,
                      settled(desk_, {node.stage, desk_.workspace.item, desk_.workspace.head, 0, 0}), inner);
        for (std::size_t i = before; i < scene_.list.items.size(); ++i)
            scene_.list.items[i].clip = area_;
        Rectangle edge;
        edge.box = inner.grown(0.5F);
        edge.stroke = {theme.hairline, 1};
        add(edge);
        add_caption(node, outer);
        Rectangle place;
        place.box = outer;
        add(place, target);
    }

    void add_sheets(StageId stage, const Box& box) {
        const Index sheets = std::min<Index>(desk_.trace.extent(stage).heads, 3) - 1;
        for (Index i = sheets; i > 0; --i) {
            Rectangle behind;
            behind.box = box.moved({sheet * static_cast<float>(i), -sheet * static_cast<float>(i)}).grown(0.5F);
            behind.fill = desk_.theme().panel;
            behind.stroke = {desk_.theme().hairline, 1};
            add(behind);
        }
    }

    void add_caption(const Node& node, const Box& outer) {
        const Theme& theme = desk_.theme();
        const Shape shape = array_shape(desk_, node.stage);
        add_text_at({outer.centre().x, outer.y + thumb_height + 17}, caption(node.stage), theme.ink, small());
        add_text_at({outer.centre().x, outer.y + thumb_height + 27}, fmt::format("{}×{}", shape.rows, shape.columns),
                    theme.dim, {.size = 9});
    }

    void add_arrow(const Arrow& arrow) {
        const Box from = frame(node_of(arrow.from));
        const Box to = frame(node_of(arrow.to));
        const Stroke stroke{desk_.theme().connector, 1};
        if (!arrow.sign.empty()) {
            const Point middle{(from.right() + to.x) / 2, from.y + 6 + thumb_height / 2 + 4};
            add_text_at(middle, std::string(arrow.sign), desk_.theme().dim, {});
            return;
        }
        const bool beside = row_of(desk_.trace, node_of(arrow.from)) == row_of(desk_.trace, node_of(arrow.to));
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

    void add_weight(ParameterId weight, Point at) {
        if (!has_array(desk_, weight))
            return;
        const Theme& theme = desk_.theme();
        const std::string target = fmt::format("action:show/{}", array_name(weight));
        const bool current = desk_.workspace.parameter == weight;
        const std::string symbol = "<all " + symbol_of(weight).substr(1);
        const Typeset name = set_formula(desk_, symbol, 14, current ? theme.ink : theme.dim);
        const Box box{at.x - name.width / 2 - 4, at.y - 9, name.width + 8, 18};
        Rectangle ground;
        ground.box = box;
        ground.fill = theme.panel;
        ground.corner_radius = 4;
        if (current)
            ground.stroke = {theme.ink, 1.5F};
        else if (desk_.workspace.hovered == target)
            ground.stroke = {theme.hairline, 1};
        add(ground);
        scene_.list.append(name.list, {at.x - name.width / 2, at.y + 4}, area_);
        Rectangle place;
        place.box = box;
        add(place, target);
    }

    Scene& scene_;
    const Desk& desk_;
    Box area_;
};

float height_of_all(const Trace& trace) {
    return node_top(trace, {StageId::Y, 0, all_rows}) + space::small;
}

} // namespace

void pipeline_panel(Scene& scene, const Desk& desk, const Box& area) {
    Rectangle ground;
    ground.box = area;
    ground.fill = desk.theme().panel;
    scene.list.add(ground, std::string("pipeline"));
    Diagram(scene, desk, area).add();
    add_rule(scene, desk, {area.right() - 1, area.y}, {area.right() - 1, area.bottom()});
}

float longest_pipeline_scroll(const Desk& desk, const Box& area) {
    return std::max(0.0F, height_of_all(desk.trace) - area.height);
}

float pipeline_scroll_to_step(const Desk& desk, const Box& area) {
    const float y = node_top(desk.trace, node_of(desk.workspace.step));
    const float now = desk.workspace.pipeline_scroll;
    const float least = y + row_step - area.height;
    return std::clamp(std::clamp(now, std::max(0.0F, least), std::max(0.0F, y - top)), 0.0F,
                      longest_pipeline_scroll(desk, area));
}

} // namespace attn
