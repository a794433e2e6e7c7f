#include "ui/panels/controls.h"

#include "core/figure/pictures/text_layout.h"
#include "ui/actions/fields.h"
#include "ui/toolkit/field_view.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

constexpr float padding = 12;
constexpr float triangle_room = 14;

Font label_font(const Segment& segment) {
    return {.weight = segment.chosen ? FontWeight::medium : FontWeight::regular};
}

float label_width(const UiContext& ui, const Segment& segment) {
    const float label = segment.room > 0 ? segment.room : line_width(ui.typesetter, segment.label, label_font(segment));
    return std::ceil(label) + (segment.opens_menu ? triangle_room : 0);
}

Colour label_colour(const UiContext& ui, const Segment& segment) {
    const Theme& theme = ui.theme();
    if (segment.chosen)
        return theme.panel;
    if (!segment.enabled)
        return faded(theme.dim, 0.5F);
    return segment.dim ? theme.dim : theme.ink;
}

Path triangle(Point centre, Colour colour) {
    Path path;
    path.points = {{centre.x - 3.5F, centre.y - 2}, {centre.x + 3.5F, centre.y - 2}, {centre.x, centre.y + 2.5F}};
    path.fill = colour;
    path.closed = true;
    return path;
}

Rectangle plain(const Box& box, Colour fill) {
    Rectangle rectangle;
    rectangle.box = box;
    rectangle.fill = fill;
    return rectangle;
}

void add_segment(Scene& scene, const UiContext& ui, const Box& box, const Segment& segment) {
    const Theme& theme = ui.theme();
    const bool hovered = segment.enabled && ui.workspace.hovered == segment.target;
    Rectangle ground;
    ground.box = box.grown(-1);
    ground.corner_radius = measure::corner - 1;
    if (segment.chosen) {
        ground.box = box;
        ground.corner_radius = measure::corner;
        ground.fill = theme.ink;
    } else if (hovered)
        ground.fill = faded(theme.ink, 0.06F);
    scene.list.add(ground);
    Text text;
    text.text = segment.label;
    text.font = label_font(segment);
    if (segment.room > 0)
        text.text = ui.typesetter.shortened(text.text, text.font, segment.room);
    const float left_over = label_width(ui, segment) - line_width(ui.typesetter, text.text, text.font);
    text.position = {box.x + padding + (segment.room > 0 && !segment.opens_menu ? std::floor(left_over / 2) : 0),
                     box.centre().y};
    text.vertical = Vertical::middle;
    text.colour = label_colour(ui, segment);
    if (segment.opens_menu)
        scene.list.add(triangle({box.right() - padding - 3, box.centre().y}, text.colour));
    if (text.text.find('_') == std::string::npos)
        scene.list.add(text, segment.is_off ? Target(segment.target) : Target());
    else // the label of a weight, with an index
        add_line(scene.list, ui.typesetter,
                 text.position + Point{0, ui.typesetter.measure(text.text, text.font).cap_height / 2}, text.text,
                 text.colour, text.font);
    if (segment.is_off) {
        const float middle = std::floor(box.centre().y) + 0.5F;
        const float end = text.position.x + line_width(ui.typesetter, text.text, text.font) + 2;
        scene.list.add(line({text.position.x - 2, middle}, {end, middle}, {text.colour, 1}), segment.target);
    }
    if (segment.enabled) {
        scene.list.add(plain(box, transparent), segment.target);
        scene.values.insert_or_assign(segment.target, segment.label + (segment.is_off ? " off" : ""));
    }
}

/// Adds the text of a field that is being edited, moved so that the caret is visible.
void add_edited(Scene& scene, const UiContext& ui, const Box& inner, const FieldEdit& field) {
    const Theme& theme = ui.theme();
    const FieldView view(field, inner.width, ui.typesetter);
    const auto add = [&](auto shape) { scene.list.add(std::move(shape)).clip = inner.grown(2); };
    if (field.caret != field.anchor) {
        const float begin = view.place_of(field.selection_begin());
        const float end = view.place_of(field.selection_end());
        add(plain({inner.x + begin, inner.y + 4, end - begin, inner.height - 8}, faded(theme.ink, 0.16F)));
    }
    Text text;
    text.text = view.text();
    text.position = {inner.x + view.begin(), inner.centre().y};
    text.vertical = Vertical::middle;
    text.colour = theme.ink;
    add(text);
    const float caret = std::round(inner.x + view.place_of(field.caret));
    add(plain({caret, inner.y + 5, 1.5F, inner.height - 10}, theme.ink));
}

} // namespace

float segments_width(const UiContext& ui, const std::vector<Segment>& segments) {
    float width = 0;
    for (const Segment& segment : segments)
        width += label_width(ui, segment) + 2 * padding;
    return width;
}

float add_segments(Scene& scene, const UiContext& ui, Point at, const std::vector<Segment>& segments) {
    const Theme& theme = ui.theme();
    Rectangle frame;
    frame.box = {at.x + 0.5F, at.y + 0.5F, segments_width(ui, segments) - 1, control_height - 1};
    frame.fill = theme.panel;
    frame.stroke = {theme.hairline, 1};
    frame.corner_radius = measure::corner;
    scene.list.add(frame);
    float x = at.x;
    for (const Segment& segment : segments) {
        const float width = label_width(ui, segment) + 2 * padding;
        if (x > at.x)
            scene.list.add(plain({x, at.y + 1, 1, control_height - 2}, theme.hairline));
        add_segment(scene, ui, {x, at.y, width, control_height}, segment);
        x += width;
    }
    return x - at.x;
}

float text_buttons_width(const UiContext& ui, const std::vector<Segment>& buttons) {
    float width = 0;
    for (const Segment& button : buttons)
        width += (width > 0 ? space::large : 0) + std::ceil(line_width(ui.typesetter, button.label, bold()));
    return width;
}

void add_text_buttons(Scene& scene, const UiContext& ui, Point at, const std::vector<Segment>& buttons) {
    constexpr float baseline = 14;
    const bool has_index =
        std::ranges::any_of(buttons, [](const Segment& button) { return button.label.find('_') != std::string::npos; });
    const float beneath = has_index ? 6 : 3; // clear of the index below the line
    const Theme& theme = ui.theme();
    for (const Segment& button : buttons) {
        const float width =
            std::ceil(add_line(scene.list, ui.typesetter, {at.x, at.y + baseline}, button.label, theme.ink, bold()));
        const bool is_hovered = ui.workspace.hovered == button.target;
        const float y = at.y + baseline + beneath + 0.5F;
        scene.list.add(line({at.x, y}, {at.x + width, y}, {is_hovered ? theme.ink : theme.connector, 1}));
        scene.list.add(plain({at.x - space::tiny, at.y, width + 2 * space::tiny, baseline + 2 * beneath}, transparent),
                       button.target);
        scene.values.insert_or_assign(button.target, button.label);
        at.x += width + space::large;
    }
}

void add_field(Scene& scene, const UiContext& ui, const Box& box, const std::string& target, const std::string& text,
               const std::string& hint) {
    const Theme& theme = ui.theme();
    const std::optional<FieldEdit>& edited = ui.workspace.field;
    const bool active = edited && edited->name == target;
    Rectangle frame;
    frame.box = {box.x + 0.5F, box.y + 0.5F, box.width - 1, box.height - 1};
    frame.fill = theme.field;
    frame.stroke = {active ? theme.ink : theme.hairline, 1};
    frame.corner_radius = measure::corner;
    scene.list.add(frame, target);
    const Box inner{box.x + field_inset, box.y, box.width - 2 * field_inset, box.height};
    scene.values.insert_or_assign(target, active ? edited->text : text);
    if (active) {
        add_edited(scene, ui, inner, *edited);
        return;
    }
    Text shown;
    const std::string& all = text.empty() ? hint : text;
    if (ui.typesetter.measure(all, Font{}).width > inner.width)
        shown.font = small(); // small rather than cut: a number without its end is another number
    shown.text = ui.typesetter.shortened(all, shown.font, inner.width);
    shown.position = {inner.x, inner.centre().y};
    shown.vertical = Vertical::middle;
    shown.colour = text.empty() ? theme.dim : theme.ink;
    scene.list.add(shown);
}

void add_field(Scene& scene, const UiContext& ui, const Box& box, const std::string& target) {
    const FieldRow* const field = find_field(target);
    add_field(scene, ui, box, target, field_text(ui, target), field == nullptr ? "" : std::string(field->hint));
}

float add_field_problem(Scene& scene, const UiContext& ui, Point at, float width, const std::string& target) {
    const Workspace& workspace = ui.workspace;
    if (workspace.field_problem.empty() || !workspace.field || workspace.field->name != target)
        return 0;
    scene.values.insert_or_assign("problem:" + target, workspace.field_problem);
    return add_paragraph(scene, ui, {at.x, at.y + 12}, width, workspace.field_problem, ui.theme().ink,
                         {.size = type_size::small, .weight = FontWeight::medium}, 16);
}

float add_text(Scene& scene, const UiContext& ui, Point at, std::string text, Colour colour, Font font,
               Horizontal horizontal, Target target) {
    return add_text(scene.list, ui.typesetter, at, std::move(text), colour, font, horizontal, std::move(target));
}

float add_paragraph(Scene& scene, const UiContext& ui, Point at, float width, const Prose& text, Colour colour,
                    Font font, float line_height) {
    return add_paragraph(scene.list, ui.typesetter, at, width, text, colour, font, line_height);
}

void add_section(Scene& scene, const UiContext& ui, Point at, const std::string& text) {
    add_text(scene, ui, at, text, ui.theme().dim,
             {.size = type_size::small, .weight = FontWeight::semibold, .letter_spacing = 0.7F});
}

void add_scroll_mark(Scene& scene, const UiContext& ui, const Box& panel, const Scrolled& scrolled) {
    if (scrolled.longest <= 0)
        return;
    constexpr float width = 3;
    const float whole = panel.height + scrolled.longest;
    Rectangle mark;
    mark.box = {panel.right() - width - 2, panel.y + panel.height * scrolled.by / whole + 2, width,
                panel.height * panel.height / whole - 4};
    mark.fill = ui.theme().connector;
    mark.corner_radius = width / 2;
    scene.list.add(mark);
}

void add_rule(Scene& scene, const UiContext& ui, Point from, Point to) {
    add_rule(scene.list, from, to, ui.theme().hairline);
}

} // namespace attn
