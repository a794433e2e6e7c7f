#include "core/figure/pictures/pipeline.h"

#include "core/document/steps.h"
#include "core/figure/pictures/diagram.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/text_layout.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace attn {

namespace {

constexpr float full_width = 224;
constexpr float between_rows = 10; // for arrows
constexpr float diagram_top = 12;
constexpr float weights_room = 20; // for W_Q, W_K and W_V on their arrows
constexpr float thumb_width = 44;
constexpr float thumb_height = 40;
constexpr float pipeline_largest_cell = 9;
constexpr float name_line = 17;      // of the name, beneath the picture
constexpr float shape_line = 28;     // and of the shape
constexpr float dot_step = 7;        // from one array inside of a step to the next
constexpr float clear_of_names = 20; // between two pictures, for the name of a weight
constexpr float above_frame = 17;    // the middle of the names of weights, from an arrow's tip

/// What stands under a picture: on paper its symbol, which is taller than its name.
float caption_height(bool on_paper) {
    return on_paper ? 44 : 30;
}

Point picture_size(const DrawContext& drawing, ArrayId node, Point stretch) {
    return stage_size(drawing, node, {thumb_width * stretch.x, thumb_height * stretch.y},
                      pipeline_largest_cell * std::max(1.0F, stretch.y));
}

/// Where the rows of the diagram stand: in the window each as high as its pictures are, and as far apart as there is
/// room, so that a name stands right beneath its picture.
class DiagramRows {
public:
    DiagramRows(const DrawContext& drawing, const Bands& bands, Point stretch, float spread)
        : bands_(bands), rows_(static_cast<std::size_t>(bands.count())) {
        const bool on_paper = drawing.view_state.on_paper;
        for (const Array& row : stages()) {
            if (!bands.is_shown(row.id))
                continue;
            Row& of = rows_.at(static_cast<std::size_t>(bands.row(row.id)));
            of.is_below_weights = bands.band_of(row.id) >= Band::projected;
            const float room = on_paper ? thumb_height * stretch.y : picture_size(drawing, row.id, stretch).y;
            of.room = std::max(of.room, room);
        }
        bool is_below = false;
        for (Row& row : rows_) {
            if (row.is_below_weights && !std::exchange(is_below, true))
                bottom_ += weights_room;
            row.top = bottom_;
            row.bottom = bottom_ + row.room + caption_height(on_paper);
            bottom_ = row.bottom + between_rows + spread;
        }
        bottom_ += (is_below ? 0 : weights_room) - spread + space::small;
    }

    float top(ArrayId node) const { return of(node).top; }
    /// With the captions, and what parts it from the next row.
    float bottom(ArrayId node) const { return of(node).bottom + between_rows; }
    /// The height of its pictures.
    float room(ArrayId node) const { return of(node).room; }
    /// Of the whole diagram.
    float bottom() const { return bottom_; }

private:
    struct Row {
        float top = 0;
        float room = 0;
        float bottom = 0;
        bool is_below_weights = false;
    };
    const Row& of(ArrayId node) const { return rows_.at(static_cast<std::size_t>(bands_.row(node))); }

    const Bands& bands_;
    std::vector<Row> rows_;
    float bottom_ = diagram_top;
};

class Diagram {
public:
    Diagram(DisplayList& list, const DrawContext& drawing, const PipelineView& view)
        : list_(list), drawing_(drawing), view_(view), area_(view.area), steps_(arrays_of_diagram(drawing)),
          bands_(drawing.trace, steps_), rows_(drawing, bands_, view.stretch, view.spread),
          arrows_(arrows_of(drawing.trace, bands_)) {}

    void add() {
        for (const Arrow& arrow : arrows_)
            add_arrow(arrow);
        add_grounds_of_weights();
        for (const Array& row : stages())
            if (bands_.is_shown(row.id))
                add_node(row.id);
        for (const auto& [weight, at] : names_of_weights_)
            add_weight(weight, at);
        if (!on_paper())
            add_inner_arrays();
    }

    /// What the node takes, picture and caption.
    Box frame(ArrayId node) const {
        const float y = area_.y + rows_.top(node) - view_.scroll;
        const float width = std::max(row_of(node).columns == Axis::one ? 40.0F : 60.0F, picture_size(node).x + 12);
        return {area_.x + row_of(node).place.x * view_.stretch.x - width / 2, y - 6, width,
                rows_.room(node) + caption_height(on_paper())};
    }

private:
    bool on_paper() const { return drawing_.view_state.on_paper; }

    Point picture_size(ArrayId node) const { return attn::picture_size(drawing_, node, view_.stretch); }

    Box picture(ArrayId node) const {
        const Point size = picture_size(node);
        const Box box = frame(node);
        return {std::round(box.centre().x - size.x / 2), std::round(box.y + 6 + (rows_.room(node) - size.y) / 2),
                size.x, size.y};
    }

    template <class Shape>
    void add(Shape shape, const Target& target = {}) {
        list_.add(std::move(shape), target).clip = area_;
    }

    void add_text_at(Point at, std::string text, Colour colour, Font font) {
        add(Text{
            .text = std::move(text), .position = at, .font = font, .colour = colour, .horizontal = Horizontal::centre});
    }

    void add_node(ArrayId node) {
        const Theme& theme = drawing_.theme();
        const Box outer = frame(node);
        if (outer.bottom() < area_.y || outer.y > area_.bottom())
            return;
        const Box inner = picture(node);
        const std::string target = fmt::format("action:step/{}", array_name(node));
        const bool current = view_.marks_step && !drawing_.view_state.parameter && drawing_.view_state.step == node;
        Rectangle around;
        around.box = frame_of_step(node);
        around.corner_radius = measure::corner;
        const bool holds_current = view_.marks_step && !drawing_.view_state.parameter &&
                                   !bands_.is_shown(drawing_.view_state.step) &&
                                   step_around(drawing_.view_state.step) == node;
        if (current)
            around.stroke = {theme.ink, 2};
        else if (holds_current)
            around.stroke = {theme.connector, 1};
        else if (view_.hovered == target)
            around.fill = faded(theme.ink, 0.05F);
        add(around);
        add_stage(list_, drawing_, node, inner, area_);
        add_caption(node, outer);
        Rectangle place;
        place.box = outer;
        add(place, target);
    }

    /// What the notes have no step for, as dots at the left of the shape of the step that each is inside of.
    void add_inner_arrays() {
        std::map<ArrayId, float> next; // where the next dot of a step stands
        for (const Array& row : stages()) {
            if (!drawing_.trace.has(row.id) || bands_.is_shown(row.id))
                continue;
            const ArrayId step = step_around(row.id);
            const Box outer = frame(step);
            const float shape = width_of_shape(step);
            const auto [place, is_first] = next.emplace(step, outer.centre().x - shape / 2 - dot_step);
            add_dot(row.id, {place->second, outer.y + rows_.room(step) + shape_line - 3});
            place->second -= dot_step;
        }
    }

    /// The step that an array is inside of: the first that is made from it.
    ArrayId step_around(ArrayId stage) const {
        for (const ArrayId step : steps_)
            if (step > stage && is_made_from(step, stage))
                return step;
        return steps_[static_cast<std::size_t>(place_among(steps_, stage))];
    }

    /// By way of arrays that are no steps.
    bool is_made_from(ArrayId made, ArrayId from) const {
        return std::ranges::any_of(drawing_.trace.recipe(made).operands, [&](const Operand& operand) {
            const ArrayId array = operand.array;
            return array == from || (is_stage(array) && drawing_.trace.has(array) && !bands_.is_shown(array) &&
                                     is_made_from(array, from));
        });
    }

    Index count_inside(ArrayId step) const {
        if (on_paper())
            return 0;
        return std::ranges::count_if(stages(), [&](const Array& row) {
            return drawing_.trace.has(row.id) && !bands_.is_shown(row.id) && step_around(row.id) == step;
        });
    }

    void add_dot(ArrayId stage, Point middle) {
        if (middle.y < area_.y || middle.y > area_.bottom())
            return;
        const Theme& theme = drawing_.theme();
        const std::string target = fmt::format("action:step/{}", array_name(stage));
        const bool current = view_.marks_step && !drawing_.view_state.parameter && drawing_.view_state.step == stage;
        const float size = current ? 6 : 4;
        Rectangle dot;
        dot.box = {middle.x - size / 2, middle.y - size / 2, size, size};
        dot.corner_radius = size / 2;
        dot.fill = current || view_.hovered == target ? theme.ink : theme.connector;
        add(dot);
        Rectangle place;
        place.box = {middle.x - dot_step / 2, middle.y - 6, dot_step, 12};
        add(place, target);
    }

    /// About the picture, the sheets behind it, the name and the shape. It gives way to names of weights at its sides.
    Box frame_of_step(ArrayId node) const {
        const float beside = 5 + between_sheets * static_cast<float>(sheets_behind(drawing_, node));
        const float name = drawing_.typesetter.measure(short_name(drawing_.session, node), small()).width;
        const float shape = width_of_shape(node);
        const float width = std::max({40.0F, picture_size(node).x + 2 * beside, std::max(name, shape) + 2 * 5});
        const Box outer = frame(node);
        const float middle = outer.centre().x;
        const float dots = shape / 2 + dot_step * static_cast<float>(count_inside(node)) + 5;
        float left = middle - std::max(width / 2, dots);
        float right = middle + width / 2;
        for (const auto& [weight, at] : names_of_weights_) {
            const float half = weight_name(drawing_, weight, drawing_.theme().dim).width / 2 + 2;
            if (at.y < outer.y || at.y > outer.bottom())
                continue;
            if (at.x < middle)
                left = std::max(left, at.x + half);
            else
                right = std::min(right, at.x - half);
        }
        return {left, outer.y - 3, right - left, outer.height + 3};
    }

    void add_caption(ArrayId node, const Box& outer) {
        const Theme& theme = drawing_.theme();
        const Point at{outer.centre().x, outer.y + rows_.room(node) + (on_paper() ? 24.0F : name_line)};
        float below = shape_line - name_line; // the shape beneath the name
        // Who reads a printed diagram cannot point at a name to learn its symbol.
        if (on_paper()) {
            const Typeset symbol = set_formula(drawing_, symbol_of(node), type_size::normal, theme.ink);
            list_.append(symbol.list, {at.x - symbol.width / 2, at.y}, area_);
            below = std::max(14.0F, symbol.descent + type_size::small);
        } else
            add_text_at(at, short_name(drawing_.session, node), is_up_to_date(node) ? theme.ink : theme.dim, small());
        add_stage_shape(list_, drawing_, node, {at.x, at.y + below}, area_);
    }

    /// Otherwise its numbers are those of before, for as long as the newest are computed.
    bool is_up_to_date(ArrayId node) const {
        const Trace& trace = drawing_.trace;
        return trace.is_current(trace.canonical(Address{node, drawing_.view_state.item, drawing_.view_state.head}));
    }

    float width_of_shape(ArrayId node) const {
        return drawing_.typesetter.measure(stage_shape(drawing_, node), small()).width;
    }

    void add_arrow(const Arrow& arrow) {
        const Box from = frame(arrow.from);
        const Box to = frame(arrow.to);
        const Stroke stroke{drawing_.theme().connector, 1};
        if (!arrow.sign.empty()) {
            const Point middle{(from.right() + to.x) / 2, from.y + 6 + rows_.room(arrow.from) / 2 + 4};
            add_text_at(middle, std::string(arrow.sign), drawing_.theme().dim, {});
            return;
        }
        const bool beside = bands_.row(arrow.from) == bands_.row(arrow.to);
        Path path;
        path.stroke = stroke;
        if (is_blocked(arrow)) {
            add_stub(arrow);
            return;
        }
        if (beside) {
            const float y = std::floor(picture(arrow.from).centre().y) + 0.5F;
            path.points = {{picture(arrow.from).right() + 6, y}, {picture(arrow.to).x - 2, y}};
        } else {
            const float bend = std::floor(arrow.weight ? from.bottom() + 4 + below_others(arrow) : to.y - 1) + 0.5F;
            const Point start{std::floor(from.centre().x) + 0.5F, from.bottom() - 2};
            const Point end{std::floor(to.centre().x) + 0.5F, to.y + 5};
            path.points = start.x == end.x ? std::vector<Point>{start, end}
                                           : std::vector<Point>{start, {start.x, bend}, {end.x, bend}, end};
        }
        const Point last = path.points.back();
        const Point first = path.points.front();
        add(std::move(path));
        if (arrow.weight)
            name_weight(*arrow.weight, beside ? beside_level_arrow(arrow, (first.x + last.x) / 2, first.y)
                                              : beside_arrow_down(arrow, last, to.y - from.bottom()));
    }

    /// Above its tip; where the shape above is close, beside that shape, or where there is no room, just beneath it.
    Point beside_arrow_down(const Arrow& arrow, Point tip, float length) const {
        constexpr float beside = 15;
        constexpr float beneath = 9;
        if (length > clear_of_names)
            return {tip.x + beside, tip.y - above_frame};
        const float x = tip.x + right_of_shape(arrow);
        const float half = weight_name(drawing_, *arrow.weight, drawing_.theme().dim).width / 2;
        return x + half < area_.right() ? Point{x, tip.y - above_frame} : Point{tip.x + beside, tip.y - beneath};
    }

    /// How far from the arrow the weight's name stands where the shape above is close.
    float right_of_shape(const Arrow& arrow) const {
        constexpr float between = 3;
        const float x = frame(arrow.to).centre().x;
        float shape = 0;
        for (const Array& row : stages())
            if (bands_.is_shown(row.id) && bands_.row(row.id) + 1 == bands_.row(arrow.to)) {
                const float off = std::abs(frame(row.id).centre().x - x);
                const float width = width_of_shape(row.id);
                if (off < frame(row.id).width / 2)
                    shape = std::max(shape, width / 2 + off);
            }
        return shape + between + weight_name(drawing_, *arrow.weight, drawing_.theme().dim).width / 2;
    }

    /// How much lower its way turns than those from elsewhere: lines at one height would say that all come from all.
    float below_others(const Arrow& arrow) const {
        constexpr float between_lines = 6;
        float down = 0;
        for (const Array& row : stages()) {
            if (row.id == arrow.from)
                break;
            const bool feeds_the_row = std::ranges::any_of(arrows_, [&](const Arrow& way) {
                return way.from == row.id && way.weight && bands_.row(way.to) == bands_.row(arrow.to);
            });
            down += feeds_the_row ? between_lines : 0;
        }
        return down;
    }

    /// Whether something stands in the way down to it.
    bool is_blocked(const Arrow& arrow) const {
        const float x = frame(arrow.to).centre().x;
        return std::ranges::any_of(stages(), [&](const Array& row) {
            const bool is_between = bands_.is_shown(row.id) && bands_.row(row.id) > bands_.row(arrow.from) &&
                                    bands_.row(row.id) < bands_.row(arrow.to);
            return is_between && picture(row.id).x < x && x < picture(row.id).right();
        });
    }

    /// A short way into the picture from its left, and where it comes from by name.
    void add_stub(const Arrow& arrow) {
        constexpr float before = 30; // its frame
        const Box into = picture(arrow.to);
        const float y = std::floor(into.centre().y) + 0.5F;
        const float begin = frame(arrow.to).x - before;
        Path path;
        path.stroke = {drawing_.theme().connector, 1};
        path.points = {{begin, y}, {into.x - 2, y}};
        add(std::move(path));
        const Typeset name = set_formula(drawing_, symbol_of(arrow.from), 14, drawing_.theme().dim);
        list_.append(name.list, {begin - name.width - 4, y + 5}, area_);
        if (arrow.weight)
            name_weight(*arrow.weight, beside_level_arrow(arrow, begin + before / 2, y));
    }

    /// Above it, or where pictures are low below it: above them ways from elsewhere turn. Clear of the frame that may
    /// stand about what it leads to.
    Point beside_level_arrow(const Arrow& arrow, float x, float y) const {
        constexpr float above = 12;
        constexpr float below = 13;
        constexpr float lowest = 32; // of pictures that leave room above
        constexpr float before_picture = 4;
        const float half = weight_name(drawing_, *arrow.weight, drawing_.theme().dim).width / 2;
        return {std::min(x, picture(arrow.to).x - before_picture - half),
                rows_.room(arrow.to) >= lowest ? y - above : y + below};
    }

    void name_weight(ArrayId weight, Point at) {
        if (has_array(drawing_, weight))
            names_of_weights_.emplace_back(weight, at);
    }

    /// What lies under the names of weights, over the ways to which they belong.
    void add_grounds_of_weights() {
        for (const auto& [weight, at] : names_of_weights_) {
            const Box box = box_of_weight(weight, at);
            Rectangle ground;
            ground.box = {box.x + 3, box.y, box.width - 6, box.height};
            ground.fill = drawing_.theme().panel;
            ground.corner_radius = 4;
            add(ground);
        }
    }

    bool is_current(ArrayId weight) const { return view_.marks_step && drawing_.view_state.parameter == weight; }

    Box box_of_weight(ArrayId weight, Point at) const {
        const float width = weight_name(drawing_, weight, drawing_.theme().dim).width;
        return {at.x - width / 2 - 4, at.y - 9, width + 8, 18};
    }

    void add_weight(ArrayId weight, Point at) {
        const Theme& theme = drawing_.theme();
        const std::string target = fmt::format("action:show/{}", array_name(weight));
        const Box box = box_of_weight(weight, at);
        const Typeset name = weight_name(drawing_, weight, is_current(weight) ? theme.ink : theme.dim);
        Rectangle frame;
        frame.box = {box.x + 3, box.y, box.width - 6, box.height};
        frame.corner_radius = 4;
        if (is_current(weight))
            frame.stroke = {theme.ink, 1.5F};
        else if (view_.hovered == target)
            frame.stroke = {theme.hairline, 1};
        if (frame.stroke.visible())
            add(frame);
        list_.append(name.list, {at.x - name.width / 2, at.y + 4}, area_);
        Rectangle place;
        place.box = box;
        add(place, target);
    }

    DisplayList& list_;
    const DrawContext& drawing_;
    const PipelineView& view_;
    Box area_;
    std::vector<ArrayId> steps_;
    Bands bands_;
    DiagramRows rows_;
    std::vector<Arrow> arrows_;
    std::vector<std::pair<ArrayId, Point>> names_of_weights_;
};

} // namespace

void pipeline_picture(DisplayList& list, const DrawContext& drawing, const PipelineView& view) {
    Diagram(list, drawing, view).add();
}

Point pipeline_size(const DrawContext& drawing, Point stretch, float spread) {
    const Bands bands(drawing.trace, arrays_of_diagram(drawing));
    return {full_width * stretch.x, DiagramRows(drawing, bands, stretch, spread).bottom()};
}

PipelineFit pipeline_fit(const DrawContext& drawing, float height) {
    constexpr int lowest = 18;  // pixels of a picture
    constexpr int highest = 60; // where few steps have much room
    for (int room = highest; room >= lowest; --room) {
        const float stretch = static_cast<float>(room) / thumb_height;
        const float left = height - pipeline_size(drawing, {1, stretch}).y;
        const int gaps = Bands(drawing.trace, arrays_of_diagram(drawing)).count() - 1;
        if (left >= 0)
            return {stretch, gaps > 0 ? std::floor(left / static_cast<float>(gaps)) : 0};
    }
    return {};
}

PipelineRow pipeline_row(const DrawContext& drawing, ArrayId stage, const PipelineFit& fit) {
    const std::vector<ArrayId> shown = arrays_of_diagram(drawing);
    const ArrayId step = shown[static_cast<std::size_t>(place_among(shown, stage))];
    const Bands bands(drawing.trace, shown);
    const DiagramRows rows(drawing, bands, {1, fit.stretch}, fit.spread);
    return {rows.top(step), rows.bottom(step)};
}

} // namespace attn
