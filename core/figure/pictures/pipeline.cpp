#include "core/figure/pictures/pipeline.h"

#include "core/document/session/steps.h"
#include "core/figure/pictures/canvas.h"
#include "core/figure/pictures/diagram_layout.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/model/overrides.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float pipeline_width = 224;
constexpr float above_row = 6; // above the pictures of a row
constexpr float name_line = 11;
constexpr float symbol_line = 18; // on paper; symbols are taller than names
constexpr float shape_line = 11;  // from the symbol to the shape
constexpr float dot_step = 9;     // between the dots of arrays inside a step
constexpr float inner_line = 12;  // between their names
constexpr float frame_beside = 5;
constexpr float frame_beneath = 4;

/// The diagram as large as fits into the window, or, if that is too small, at its usual size, to be scrolled.
DiagramLayout layout_in_window(const DrawContext& drawing, float height) {
    DiagramLayout filling(drawing, Flow::down, {.width = pipeline_width, .height = height, .most_picture = 60});
    return filling.fits() ? filling : DiagramLayout(drawing, Flow::down, {.width = pipeline_width});
}

class DiagramPicture : Canvas {
public:
    /// The diagram's upper left corner is at the top of the view's area, moved up by its scroll.
    DiagramPicture(DisplayList& list, const DrawContext& drawing, const DiagramLayout& layout, const PipelineView& view)
        : Canvas(list, drawing, view.area), layout_(layout),
          view_(view), origin_{view.area.x, view.area.y - view.scroll} {}

    void add_all() {
        for (const Arrow& arrow : layout_.arrows())
            add_arrow(arrow);
        add_grounds_of_weights();
        for (const DiagramNode& node : layout_.nodes())
            add_node(node);
        for (const auto& [weight, at] : names_of_weights_)
            add_weight(weight, at);
        if (!on_paper())
            add_inner_arrays();
    }

private:
    /// The box around a stage's picture and caption, as a target in the window.
    Box place(const DiagramNode& node) const {
        const float width =
            std::max(row_of(node.stage).columns == Axis::one ? 40.0F : 60.0F, layout_.picture(node).width + 12);
        const Box covered = layout_.covered(node).moved(origin_);
        const float top = origin_.y + layout_.begin(node.band) - above_row;
        return {covered.centre().x - width / 2, top, width, covered.bottom() - top};
    }

    bool is_in_sight(ArrayId stage) const { return view_.marks_step && !view().parameter && view().step == stage; }

    void add_node(const DiagramNode& node) {
        const Box outer = place(node);
        if (!on_paper() && (outer.bottom() < area_.y || outer.y > area_.bottom()))
            return;
        const std::string target = fmt::format("action:step/{}", array_name(node.stage));
        const bool holds_current = view_.marks_step && !view().parameter && !layout_.is_shown(view().step) &&
                                   step_around(view().step) == node.stage;
        const Stroke edge =
            is_in_sight(node.stage) ? Stroke{theme_.ink, 2} : Stroke{holds_current ? theme_.connector : transparent, 1};
        const bool is_hovered = view_.hovered == target && !edge.visible();
        if (!on_paper())
            add_box(frame_of_step(node), is_hovered ? faded(theme_.ink, 0.05F) : transparent, edge, measure::corner);
        const Box picture = layout_.picture(node).moved(origin_);
        add_stage(list_, drawing_, node.stage, picture, clip());
        if (!on_paper() && is_pinned(node.stage))
            add_pin_corner({picture.right(), picture.y});
        add_caption(node);
        if (!on_paper())
            add_place(outer, target);
    }

    /// True if a number in the selected matrix of the stage is pinned.
    bool is_pinned(ArrayId stage) const {
        const CellId shown = canonical(drawing_, {drawing_.layer().number, stage, view().item, view().head, 0, 0});
        return std::ranges::any_of(pins_of(drawing_.layer(), stage), [&](const auto& pin) {
            return pin.first.item == shown.item && pin.first.head == shown.head;
        });
    }

    /// Adds the corner that marks pinned numbers.
    void add_pin_corner(Point corner) {
        constexpr float side = 8;
        add(filled({{corner.x - side, corner.y}, corner, {corner.x, corner.y + side}}, theme_.ink));
    }

    void add_caption(const DiagramNode& node) {
        Point at{layout_.picture(node).centre().x, layout_.captions_begin(node)};
        at = at + origin_;
        float below = shape_line; // for the shape beneath the name
        if (on_paper()) {
            at.y += symbol_line;
            append(node.symbol.list, {at.x - node.symbol.width / 2, at.y});
            below = std::max(14.0F, node.symbol.descent + type_size::small);
        } else {
            at.y += name_line;
            add_text(at, node.name, is_up_to_date(node.stage) ? theme_.ink : theme_.dim, small(), Horizontal::centre)
                .clip = clip();
        }
        Item& shape =
            add_text({at.x, at.y + below}, stage_shape(drawing_, node.stage), theme_.dim, small(), Horizontal::centre);
        shape.clip = clip();
        shape.says =
            ShownName{canonical(drawing_, {drawing_.layer().number, node.stage, view().item, view().head, 0, 0})};
    }

    /// True if the stage's numbers are up to date; false while new ones are being computed.
    bool is_up_to_date(ArrayId stage) const {
        const Trace& trace = drawing_.trace;
        return trace.is_current(trace.canonical(Address{trace.layer().number, stage, view().item, view().head}));
    }

    float width_of_shape(ArrayId stage) const {
        return drawing_.typesetter.measure(stage_shape(drawing_, stage), small()).width;
    }

    /// The frame around a step's picture, sheets, name and shape. It leaves out names of weights beside or above.
    Box frame_of_step(const DiagramNode& node) const {
        const Box outer = place(node);
        const float middle = outer.centre().x;
        const float half = std::max({40.0F, layout_.picture(node).width + 2 * (frame_beside + node.sheets),
                                     node.caption_width + 2 * frame_beside}) /
                           2;
        float left = std::min(middle - half, begin_of_inner_arrays(node) - frame_beside);
        float right = middle + half;
        float top = outer.y - 3;
        for (const auto& [weight, at] : names_of_weights_) {
            const Box name = box_of_weight(weight, at);
            if (at.y < outer.y && name.right() > left && name.x < right)
                top = std::max(top, std::min(name.bottom(), layout_.picture(node).y + origin_.y - 2));
            if (at.y >= outer.y && at.y <= outer.bottom() && at.x >= middle)
                right = std::min(right, name.x - 1);
        }
        left = std::max(left, end_of_weights_beside(outer));
        return {left, top, right - left, outer.bottom() + frame_beneath - top};
    }

    float begin_of_inner_arrays(const DiagramNode& node) const {
        const std::span<const ArrayId> inside = arrays_inside(node.stage);
        const float middle = place(node).centre().x;
        if (inside.empty())
            return middle;
        if (const std::optional<Box> names = room_for_names(node, inside))
            return names->x + 2;
        return middle - width_of_shape(node.stage) / 2 - dot_step * static_cast<float>(inside.size());
    }

    /// Adds the arrays for which the notation has no step, at the step that they are inside of, in the order of
    /// computing: by name if there is room, otherwise as dots to the left of the step's shape.
    void add_inner_arrays() {
        for (const DiagramNode& node : layout_.nodes()) {
            const std::span<const ArrayId> inside = arrays_inside(node.stage);
            if (inside.empty())
                continue;
            const std::optional<Box> names = room_for_names(node, inside);
            const Point shape = Point{layout_.picture(node).centre().x, layout_.captions_begin(node)} + origin_;
            float x = shape.x - width_of_shape(node.stage) / 2 - dot_step * static_cast<float>(inside.size());
            float y = names ? names->y : 0;
            for (const ArrayId array : inside) {
                if (names)
                    add_inner_name(array, {names->x, y, names->width, inner_line});
                else
                    add_dot(array, {x, shape.y + name_line + shape_line - 3});
                x += dot_step;
                y += inner_line;
            }
        }
    }

    std::map<ArrayId, std::vector<ArrayId>> arrays_inside_steps() const {
        std::map<ArrayId, std::vector<ArrayId>> inside;
        for (const Array& row : stages())
            if (drawing_.trace.has(row.id) && !layout_.is_shown(row.id))
                inside[layout_.node(step_around(row.id)).stage].push_back(row.id);
        return inside;
    }

    std::span<const ArrayId> arrays_inside(ArrayId step) const {
        const auto found = inside_.find(step);
        return found == inside_.end() ? std::span<const ArrayId>() : found->second;
    }

    /// The box to the left of a step for the names of arrays inside it; nullopt if there is no room.
    std::optional<Box> room_for_names(const DiagramNode& node, std::span<const ArrayId> inside) const {
        constexpr float beside_picture = 6;
        constexpr float edge = 3; // distance from the window's edge
        const Box outer = place(node);
        const Box picture = layout_.picture(node).moved(origin_);
        float width = 0;
        for (const ArrayId array : inside)
            width = std::max(width, std::ceil(width_of(short_name(drawing_.notation, array), small())));
        const float height = inner_line * static_cast<float>(inside.size());
        // A single name stands beside the shape, which is narrow.
        const float step_begins = inside.size() == 1 ? picture.centre().x - width_of_shape(node.stage) / 2
                                                     : std::min(picture.x, picture.centre().x - node.caption_width / 2);
        const Box box{step_begins - beside_picture - width, std::max(outer.y, outer.bottom() - height), width, height};
        const bool is_inside = box.x >= origin_.x + edge && height <= outer.height + above_row;
        const bool is_within_frame = box.x - frame_beside >= end_of_weights_beside(outer);
        return is_inside && is_within_frame && is_free(box, node) ? std::optional(box) : std::nullopt;
    }

    /// The x at which names of weights to the left of a step end, and its frame may begin.
    float end_of_weights_beside(const Box& step) const {
        float end = -farthest_place;
        for (const auto& [weight, at] : names_of_weights_)
            if (at.y >= step.y && at.y <= step.bottom() && at.x < step.centre().x)
                end = std::max(end, box_of_weight(weight, at).right() + 1);
        return end;
    }

    /// True if the box overlaps no other step, no arrow and no name of a weight.
    bool is_free(const Box& box, const DiagramNode& own) const {
        const auto is_apart = [&](const Box& other) { return common(other, box).empty(); };
        const auto is_step_apart = [&](const DiagramNode& node) { return &node == &own || is_apart(place(node)); };
        const auto is_way_apart = [&](const Arrow& arrow) {
            const std::vector<Point> way = layout_.way(arrow);
            for (std::size_t i = 0; i + 1 < way.size(); ++i) {
                const Point from = way[i] + origin_;
                const Point to = way[i + 1] + origin_;
                const Box part{std::min(from.x, to.x), std::min(from.y, to.y), std::abs(to.x - from.x),
                               std::abs(to.y - from.y)};
                if (!is_apart(part.grown(1)))
                    return false;
            }
            return true;
        };
        const auto is_weight_apart = [&](const std::pair<ArrayId, Point>& weight) {
            return is_apart(box_of_weight(weight.first, weight.second));
        };
        return std::ranges::all_of(layout_.nodes(), is_step_apart) &&
               std::ranges::all_of(layout_.arrows(), is_way_apart) &&
               std::ranges::all_of(names_of_weights_, is_weight_apart);
    }

    void add_inner_name(ArrayId stage, const Box& line) {
        if (line.bottom() < area_.y || line.y > area_.bottom())
            return;
        const std::string target = fmt::format("action:step/{}", array_name(stage));
        const bool is_marked = is_in_sight(stage) || view_.hovered == target;
        Font font = small();
        font.weight = is_in_sight(stage) ? FontWeight::bold : FontWeight::regular;
        add_text({line.right(), line.bottom() - 3}, short_name(drawing_.notation, stage),
                 is_marked ? theme_.ink : theme_.dim, font, Horizontal::right)
            .clip = clip();
        if (is_pinned(stage))
            add_pin_corner({line.right() + 6, line.y + 2});
        add_place(line, target);
    }

    /// The step that an array is inside of: the first that is computed from it.
    ArrayId step_around(ArrayId stage) const {
        for (const ArrayId step : layout_.steps())
            if (step > stage && is_made_from(step, stage))
                return step;
        return layout_.steps()[static_cast<std::size_t>(place_among(layout_.steps(), stage))];
    }

    /// True if `made` is computed from `from`, directly or through arrays that are no steps.
    bool is_made_from(ArrayId made, ArrayId from) const {
        return std::ranges::any_of(drawing_.trace.made_from(made), [&](const Operand& operand) {
            const ArrayId array = operand.array;
            return array == from || (!layout_.is_shown(array) && is_made_from(array, from));
        });
    }

    void add_dot(ArrayId stage, Point middle) {
        if (middle.y < area_.y || middle.y > area_.bottom())
            return;
        const std::string target = fmt::format("action:step/{}", array_name(stage));
        const bool is_marked = is_in_sight(stage) || view_.hovered == target;
        add_disc(middle, is_in_sight(stage) ? 6 : 4, is_marked ? theme_.ink : theme_.connector);
        add_place({middle.x - dot_step / 2, middle.y - 6, dot_step, 12}, target);
    }

    void add_arrow(const Arrow& arrow) {
        std::vector<Point> way = layout_.way(arrow);
        for (Point& point : way)
            point = point + origin_;
        const Point first = way.front();
        const Point before_last = *(way.end() - 2);
        const Point last = way.back();
        if (!arrow.sign.empty())
            return void(add_text_about({(first.x + last.x) / 2, (first.y + last.y) / 2}, std::string(arrow.sign),
                                       theme_.dim, {}, Horizontal::centre));
        add_way(std::move(way), {theme_.connector, 1});
        if (layout_.is_blocked(arrow)) { // a blocked arrow names the stage that it comes from
            const Typeset name = set_formula(drawing_, symbol_of(drawing_, arrow.from), 14, theme_.dim);
            append(name.list, first.x == last.x ? Point{first.x - name.width / 2, first.y - space::tiny}
                                                : Point{first.x - name.width - space::tiny, first.y + 5});
        }
        if (arrow.weight && has_array(drawing_, *arrow.weight))
            names_of_weights_.emplace_back(*arrow.weight, last.x == before_last.x
                                                              ? beside_upright(*arrow.weight, last)
                                                              : beside_level(arrow, before_last, last));
    }

    /// The place of a weight's name to the right of an arrow's last part, near its tip.
    Point beside_upright(ArrayId weight, Point tip) const {
        constexpr float above_tip = 17;
        const float half = weight_name(drawing_, weight, theme_.dim).width / 2;
        return {tip.x + space::tiny + half, tip.y - above_tip};
    }

    /// The place of a weight's name above an arrow's last part; or beneath it if pictures are low, because other arrows
    /// turn above them.
    Point beside_level(const Arrow& arrow, Point from, Point tip) const {
        constexpr float lowest = 32; // height of pictures that leave room above
        const Typeset name = weight_name(drawing_, *arrow.weight, theme_.dim);
        const bool is_low = layout_.is_beside(arrow) && layout_.length(layout_.node(arrow.to).band) < lowest;
        return {std::min((from.x + tip.x) / 2, tip.x - space::tiny / 2 - name.width / 2),
                is_low ? from.y + 13 : from.y - 8 - name.descent};
    }

    Box box_of_weight(ArrayId weight, Point at) const {
        const float width = weight_name(drawing_, weight, theme_.dim).width;
        return {at.x - width / 2 - 1, at.y - 9, width + 2, 18};
    }

    /// Adds the grounds behind the names of weights, over their arrows.
    void add_grounds_of_weights() {
        for (const auto& [weight, at] : names_of_weights_)
            add_box(box_of_weight(weight, at), theme_.panel, {transparent}, 4);
    }

    void add_weight(ArrayId weight, Point at) {
        const std::string target = fmt::format("action:show/{}", array_name(weight));
        const bool is_current = view_.marks_step && view().parameter == weight;
        const Box box = box_of_weight(weight, at);
        if (is_current || view_.hovered == target)
            add_box(box, transparent, is_current ? Stroke{theme_.ink, 1.5F} : Stroke{theme_.hairline, 1}, 4);
        const Typeset name = weight_name(drawing_, weight, is_current ? theme_.ink : theme_.dim);
        append(name.list, {at.x - name.width / 2, at.y + 4});
        if (!on_paper())
            add_place({box.x - 3, box.y, box.width + 6, box.height}, target);
    }

    const DiagramLayout& layout_;
    const PipelineView& view_;
    Point origin_;
    std::vector<std::pair<ArrayId, Point>> names_of_weights_;
    std::map<ArrayId, std::vector<ArrayId>> inside_ = arrays_inside_steps(); ///< arrays of each step, in order
};

} // namespace

void pipeline_picture(DisplayList& list, const DrawContext& drawing, const PipelineView& view) {
    const DiagramLayout layout = layout_in_window(drawing, view.area.height);
    DiagramPicture(list, drawing, layout, view).add_all();
}

Point pipeline_size(const DrawContext& drawing, float height) {
    return layout_in_window(drawing, height).size();
}

PipelineRow pipeline_row(const DrawContext& drawing, ArrayId stage, float height) {
    constexpr float between_rows = 10;
    const DiagramLayout layout = layout_in_window(drawing, height);
    const std::vector<ArrayId>& shown = layout.steps();
    const DiagramNode& node = layout.node(shown[static_cast<std::size_t>(place_among(shown, stage))]);
    return {layout.begin(node.band), layout.covered(node).bottom() + between_rows};
}

void pipeline_on_paper(DisplayList& list, const DrawContext& drawing, float width, std::optional<float> height,
                       bool fills) {
    constexpr float widest = 2;        // times the width in the window
    constexpr float highest = 50;      // highest picture, so that the diagram fits on one page
    constexpr float largest = 112;     // largest side of a picture
    constexpr float small_across = 40; // width of pictures below which the page had better be higher
    const float width_down = fills ? width : std::min(width, widest * pipeline_width);
    const DiagramLayout down(drawing, Flow::down,
                             {.width = width_down,
                              .height = height,
                              .most_picture = std::min(height ? largest : highest, 40 * width / pipeline_width)});
    const DiagramLayout across(drawing, Flow::across, {.width = width, .height = height, .most_picture = largest});
    const bool is_high = height && *height >= width && down.fits();
    const bool is_across =
        across.fits() && !is_high && (height || std::min(across.thumb().x, across.thumb().y) >= small_across);
    DiagramPicture(list, drawing, is_across ? across : down, {}).add_all();
}

} // namespace attn
