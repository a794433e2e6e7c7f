#include "ui/panels/bar.h"

#include "core/figure/pictures/text_layout.h"
#include "ui/panels/bar_groups.h"
#include "ui/panels/controls.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace attn {

namespace {

constexpr float bar_margin = space::large;
constexpr float bar_between = space::large;
constexpr float top = 9;

float title_width(const UiContext& ui, const BarGroup& group) {
    return group.title.empty() ? 0 : ui.typesetter.measure(group.title, Font{}).width + space::medium;
}

float group_width(const UiContext& ui, const BarGroup& group) {
    return title_width(ui, group) + segments_width(ui, group.segments);
}

/// True if the bar shows the program's name; narrow windows have it in their title alone.
bool shows_program_name(float width) {
    constexpr float narrow = 1460;
    return width >= narrow;
}

float program_name_width(const UiContext& ui, float width) {
    return shows_program_name(width) ? std::ceil(ui.typesetter.measure("Attention Lab", bold()).width) + space::large
                                     : 0;
}

float distance_before(const BarGroup& group) {
    return group.title.empty() ? space::small : bar_between;
}

/// The x where the groups begin, and the x where they must end.
struct Room {
    float from, to;
};

Room room(const UiContext& ui, float width) {
    return {bar_margin + program_name_width(ui, width) + segments_width(ui, session_button(ui)) + space::small +
                segments_width(ui, history_buttons(ui)),
            width - bar_margin - segments_width(ui, right_buttons(ui)) - space::medium};
}

/// The groups that fit in the bar, and the buttons that do not.
struct Fitting {
    std::vector<BarGroup> shown;
    std::vector<Segment> left_over;
};

Fitting cut_to_fit(const UiContext& ui, float width, std::vector<BarGroup> all) {
    const Room free = room(ui, width);
    const float more = 44 + space::small;
    Fitting result;
    float x = free.from;
    for (BarGroup& group : all) {
        const bool is_last = &group == &all.back();
        x += distance_before(group);
        std::vector<Segment> cut;
        while (!group.segments.empty() && x + group_width(ui, group) + (is_last && cut.empty() ? 0 : more) > free.to) {
            cut.insert(cut.begin(), std::move(group.segments.back()));
            group.segments.pop_back();
        }
        // No group is shown after one that was cut: groups are in the order of importance.
        if (!result.left_over.empty()) {
            cut.insert(cut.begin(), group.segments.begin(), group.segments.end());
            group.segments.clear();
        }
        x += group_width(ui, group);
        result.left_over.insert(result.left_over.end(), cut.begin(), cut.end());
        if (!group.segments.empty())
            result.shown.push_back(std::move(group));
    }
    return result;
}

/// True if each head has its button in the bar; the switch for the shown head may be in the menu "more".
bool shows_all_heads(const UiContext& ui, const Fitting& fitting) {
    if (ui.sizes().H == 1 || ui.scope().is_taught)
        return true;
    const auto ends_heads = [](const BarGroup& group) { // "all" is behind the last head
        return std::ranges::find(group.segments, std::string("action:all-heads"), &Segment::target) !=
               group.segments.end();
    };
    return std::ranges::any_of(fitting.shown, ends_heads);
}

/// Returns the groups with room for the label of two masks, so that switching a mask moves no button.
std::vector<BarGroup> with_room_for_masks(const UiContext& ui, std::vector<BarGroup> groups) {
    const float room = std::ceil(line_width(ui.typesetter, "mask: causal + window 99"));
    for (BarGroup& group : groups)
        for (Segment& segment : group.segments)
            if (segment.target == "action:menu/mask")
                segment.room = std::max(segment.room, room);
    return groups;
}

/// The label of masks is shortened only if a button would otherwise have no room.
Fitting with_labels_that_fit(const UiContext& ui, float width, const std::vector<BarGroup>& groups) {
    Fitting usual = cut_to_fit(ui, width, groups);
    Fitting roomy = cut_to_fit(ui, width, with_room_for_masks(ui, groups));
    return roomy.left_over.size() > usual.left_over.size() ? usual : roomy;
}

Fitting fitting(const UiContext& ui, float width) {
    for (const BarWording wording : {BarWording::full, BarWording::brief}) {
        Fitting fitting = with_labels_that_fit(ui, width, bar_groups(ui, wording));
        if (fitting.left_over.empty() || (wording == BarWording::brief && shows_all_heads(ui, fitting)))
            return fitting;
    }
    return with_labels_that_fit(ui, width, bar_groups(ui, BarWording::listed));
}

} // namespace

std::vector<Segment> overflowing(const UiContext& ui, float width) {
    return fitting(ui, width).left_over;
}

void bar_panel(Scene& scene, const UiContext& ui, const Box& area) {
    const Theme& theme = ui.theme();
    Rectangle ground;
    ground.box = area;
    ground.fill = theme.panel;
    scene.list.add(ground, std::string("bar"));
    add_rule(scene, ui, {area.x, area.bottom() - 1}, {area.right(), area.bottom() - 1});
    float x = bar_margin;
    if (shows_program_name(area.width))
        add_text(scene, ui, {x, 29}, "Attention Lab", theme.ink, bold());
    x += program_name_width(ui, area.width);
    x += add_segments(scene, ui, {x, top}, session_button(ui)) + space::small;
    x += add_segments(scene, ui, {x, top}, history_buttons(ui));
    const Fitting fitted = fitting(ui, area.width);
    for (const BarGroup& group : fitted.shown) {
        x += distance_before(group);
        if (!group.title.empty())
            add_text(scene, ui, {x, 29}, group.title, theme.dim);
        x += title_width(ui, group);
        x += add_segments(scene, ui, {x, top}, group.segments);
    }
    if (!fitted.left_over.empty())
        add_segments(scene, ui, {x + space::small, top}, {{.target = "action:menu/more", .label = "⋯"}});
    const std::vector<Segment> right = right_buttons(ui);
    add_segments(scene, ui, {area.right() - bar_margin - segments_width(ui, right), top}, right);
}

} // namespace attn
