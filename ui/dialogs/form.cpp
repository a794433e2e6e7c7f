#include "ui/dialogs/form.h"

#include "core/figure/pictures/text_layout.h"
#include "core/tensor/to_integer.h"
#include "ui/toolkit/whole_words.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace attn {

namespace {

constexpr float baseline = 14;        ///< below the top of a line of text
constexpr float above_foot_text = 10; ///< distance from the foot's bottom upwards
constexpr float title_baseline = 40;
constexpr float below_title = 12;
constexpr float half_stroke = 0.5F; ///< half the width of the dialog's edge

/// Returns the target with this name; no target if the name is empty.
Target target_named(const std::string& name) {
    return name.empty() ? Target() : Target(name);
}

} // namespace

Form::Form(const UiContext& ui, const Dialog& dialog, const DialogSurroundings& around)
    : ui_(ui), dialog_(dialog), around_(around) {}

void Form::set_width(float wanted, float beside) {
    width_ = std::min(wanted, around_.window.width - 2 * beside);
}

void Form::set_size(Point size) {
    width_ = size.x;
    height_ = size.y;
}

void Form::hang(Point at, std::string name) {
    hangs_from_ = at;
    target_ = std::move(name);
}

Point Form::corner() const {
    if (is_placed_)
        return {};
    const Box& window = around_.window;
    if (!hangs_from_)
        return {std::floor((window.width - width_) / 2), std::floor(std::max(0.0F, (window.height - height_) * 0.32F))};
    const float lowest = std::max(0.0F, window.height - height_ - space::small);
    const float rightmost = std::max(space::small, window.width - width_ - space::small);
    return {std::floor(std::clamp(hangs_from_->x, space::small, rightmost)),
            std::floor(std::clamp(hangs_from_->y, 0.0F, lowest))};
}

Box Form::window() const {
    return around_.window.moved(Point{} - corner());
}

void Form::title(const std::string& text, const std::string& name) {
    const Font font = bold(type_size::large);
    say(name, {margin, title_baseline}, shortened_to_words(ui_.typesetter, text, font, inner()), theme().ink, font);
    top_ = title_baseline + below_title;
}

void Form::paragraph(const Prose& text, Colour colour, std::string name, const Font& font) {
    top_ += say_lines(std::move(name), {margin, top_ + baseline}, inner(), text, colour, font);
}

float Form::say_lines(std::string name, Point at, float width, const Prose& text, Colour colour, const Font& font,
                      float line_height) {
    const float height = add_paragraph(scene_, ui_, at, width, text, colour, font, line_height);
    if (!name.empty()) {
        Rectangle place;
        place.box = {at.x, at.y - font.size, width, height};
        scene_.list.add(place, name);
        scene_.values.insert_or_assign(std::move(name), text.letters());
    }
    return height;
}

float Form::say(const std::string& name, Point at, const std::string& text, Colour colour, const Font& font,
                Horizontal side, float room) {
    const std::string shown = room > 0 ? ui_.typesetter.shortened(text, font, room) : text;
    if (!name.empty())
        scene_.values.insert_or_assign(name, shown);
    return add_text(scene_, ui_, at, shown, colour, font, side, target_named(name));
}

void Form::rule(Point from, Point to) {
    add_rule(scene_, ui_, from, to);
}

void Form::close_button() {
    buttons({width_ - 36 - space::small, space::small}, {{.target = "action:close", .label = "×"}});
}

float Form::buttons(Point at, const std::vector<Segment>& buttons) {
    for (const Segment& button : buttons)
        at.x += add_segments(scene_, ui_, at, {button}) + space::small;
    return at.x - space::small;
}

float Form::buttons_before(Point right_end, const std::vector<Segment>& buttons) {
    const float left = right_end.x - segments_width(ui_, buttons);
    add_segments(scene_, ui_, {left, right_end.y}, buttons);
    return left;
}

/// Adds the buttons of the foot. Returns the x at which a text after them begins.
float Form::add_foot(const std::vector<Segment>& left) {
    if (height_ > 0)
        top_ = foot_top();
    const float end = buttons({margin, top_}, left) + space::large;
    top_ += control_height;
    return end;
}

void Form::foot(const std::vector<Segment>& left, const std::string& remark, const std::vector<Segment>& closing) {
    const float behind = add_foot(left);
    write({behind, top_ - above_foot_text}, remark, theme().dim);
    if (!closing.empty())
        buttons_before({right(), top_ - control_height}, closing);
}

void Form::foot_with_keys(const std::vector<Segment>& left, const std::string& keys) {
    const float behind = add_foot(left);
    write({behind, top_ - above_foot_text}, keys, theme().dim, small());
}

void Form::foot_before_keys(const std::vector<Segment>& left, const std::string& remark, const std::string& keys,
                            const std::string& name_of_keys) {
    foot(left, remark);
    say(name_of_keys, {right(), top_ - above_foot_text}, keys, theme().dim, small(), Horizontal::right);
}

float Form::field_problem(Point at, float width) {
    return ui_.workspace.field ? add_field_problem(scene_, ui_, at, width, ui_.workspace.field->name) : 0;
}

ListWindow Form::list(const Box& area, const List& list) {
    const auto room = std::max<Index>(1, to_integer<Index>(std::max(0.0F, area.height) / list.line));
    const ListWindow window = window_of_list(list.count, room, list.marked, list.offset);
    float y = area.y;
    for (Index i = window.first; i < window.end; ++i, y += list.line) {
        const Box line{area.x, y, area.width, list.line};
        line_ground(line, list.target_of(i), i == list.marked);
        list.add_line(i, line);
    }
    add_scroll_mark(scene_, ui_, {area.x, area.y, area.width + space::small, static_cast<float>(room) * list.line},
                    {static_cast<float>(window.first) * list.line, static_cast<float>(window.last_first) * list.line});
    return window;
}

void Form::line_ground(const Box& line, const std::string& target, bool marked) {
    Rectangle ground;
    ground.box = line;
    ground.corner_radius = 4;
    if (marked || (!target.empty() && ui_.workspace.hovered == target))
        ground.fill = faded(theme().ink, marked ? 0.07F : 0.04F);
    scene_.list.add(ground, target_named(target));
}

void Form::cross(const Box& box, const std::string& target) {
    constexpr float arm = 4;
    const Colour colour = ui_.workspace.hovered == target ? theme().ink : theme().dim;
    const Point centre = box.centre();
    scene_.list.add(line(centre - Point{arm, arm}, centre + Point{arm, arm}, {colour, 1.5F}));
    scene_.list.add(line(centre + Point{-arm, arm}, centre + Point{arm, -arm}, {colour, 1.5F}));
    Rectangle place;
    place.box = box;
    scene_.list.add(place, target);
}

void Form::scrolled(const Box& area, const DisplayList& list) {
    longest_scroll_ = std::max(0.0F, bounds(list, ui_.typesetter).bottom() - area.height);
    const float by = std::clamp(ui_.workspace.overlay->scroll, 0.0F, longest_scroll_);
    scene_.list.append(list, {area.x, area.y - by}, area);
    add_scroll_mark(scene_, ui_, area.grown(space::small), {by, longest_scroll_});
}

void Form::add_ground(Scene& into, const Box& box) const {
    Rectangle veil;
    veil.box = around_.window;
    if (!hangs_from_)
        veil.fill = faded(rgb(0x000000), ui_.workspace.look == Look::dark ? 0.5F : 0.18F);
    into.list.add(veil, std::string("action:close"));
    Rectangle panel;
    panel.box = hangs_from_ ? box.grown(-0.5F) : box;
    panel.fill = theme().panel;
    panel.stroke = {hangs_from_ ? theme().connector : theme().hairline, 1};
    panel.corner_radius = measure::corner;
    into.list.add(panel, target_);
}

void Form::place(Scene& into) {
    if (scene_.list.items.empty()) // the dialog has nothing to show
        return;
    if (height_ == 0)
        height_ = std::floor(top_ + margin);
    Box box = this->box().moved(corner());
    const float too_high = is_placed_ ? 0 : std::max(0.0F, box.bottom() + half_stroke - around_.window.bottom());
    const float by = too_high > 0 ? std::clamp(ui_.workspace.overlay->scroll, 0.0F, too_high) : 0;
    box = box.moved({0, -by});
    if (!is_placed_)
        add_ground(into, box);
    into.list.append(scene_.list, {box.x, box.y});
    if (too_high > 0) {
        longest_scroll_ = too_high;
        add_scroll_mark(into, ui_, around_.window, {by, too_high});
    }
    for (auto& [name, value] : scene_.values)
        into.values.insert_or_assign(name, std::move(value));
}

} // namespace attn
