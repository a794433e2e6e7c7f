#include "ui/panels/bar.h"

#include "ui/actions/lesson.h"
#include "ui/actions/lesson_names.h"

#include "core/document/session_notation.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "ui/panels/controls.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float bar_margin = space::large;
constexpr float bar_between = space::large;
constexpr float top = 9;
constexpr Index most_head_buttons = 4;

/// Buttons that stay together, behind a word that says what they are.
struct Group {
    std::string title;
    std::vector<Segment> segments;
};

std::string mask_label(const Mask& mask) {
    std::string label;
    const auto add = [&](bool on, const std::string& name) {
        if (on)
            label += (label.empty() ? "" : " + ") + name;
    };
    add(mask.causal, "causal");
    add(mask.pad_tokens || !mask.padding.empty(), "padding");
    add(mask.window > 0, fmt::format("window {}", mask.window));
    add(!mask.painted.empty(), "painted");
    add(!mask.given.empty(), "given");
    return "mask: " + (label.empty() ? std::string("none") : label);
}

bool is_unmasked(const Mask& mask) {
    return mask_label(mask) == mask_label({});
}

/// As it was typed, where that is short.
std::string short_number(float value) {
    constexpr std::size_t longest = 6;
    const std::string typed = full_number(value);
    return typed.size() <= longest ? typed : display_number(value, 3);
}

/// `width`: the letters for d_k.
std::string factor_label(const Scale& scale, const std::string& width) {
    switch (scale.kind) {
    case Scale::Kind::inverse_sqrt_d_k:
        return "1/√" + width;
    case Scale::Kind::one:
        return "1";
    case Scale::Kind::value:
        return short_number(scale.value);
    }
    return {};
}

/// All that is done to scores before the mask; in a few words only what is done to few.
std::string scale_label(const Layer& layer, const std::string& width, bool is_brief) {
    const bool is_usual = layer.scale.kind == Scale::Kind::inverse_sqrt_d_k;
    std::string label = is_brief && is_usual ? "scale" : "scale: " + factor_label(layer.scale, width);
    if (layer.temperature != 1)
        label += fmt::format(" · τ {}", short_number(layer.temperature));
    if (layer.soft_cap != 0)
        label += fmt::format(" · cap {}", short_number(layer.soft_cap));
    return label;
}

std::string positions_label(const Positions& positions) {
    switch (positions.kind) {
    case Positions::Kind::none:
        return "positions: none";
    case Positions::Kind::sinusoidal:
        return "positions: sine";
    case Positions::Kind::one_hot:
        return "positions: one-hot";
    case Positions::Kind::given:
        return "positions: given";
    case Positions::Kind::both_ends:
        return "positions: both ends";
    }
    return {};
}

constexpr std::string_view menu_prefix = "action:menu/";

Segment menu(const std::string& name, std::string label) {
    return {.target = std::string(menu_prefix) + name, .label = std::move(label), .opens_menu = true};
}

/// A head that is switched off says so wherever it is chosen.
std::string head_label(const UiContext& ui, Index head, bool with_word) {
    const bool is_on = ui.layer().heads.at(static_cast<std::size_t>(head)).on;
    return fmt::format("{}{}{}", with_word ? "head " : "", head_number(ui.session, head), is_on ? "" : " off");
}

/// Behind the head in sight: how many others are off.
std::string others_off(const UiContext& ui) {
    Index off = 0;
    for (Index head = 0; head < ui.sizes().H; ++head)
        off += head != ui.workspace.head && !ui.layer().heads.at(static_cast<std::size_t>(head)).on ? 1 : 0;
    return off == 0 ? std::string() : fmt::format(" · {} off", off);
}

/// Of the head in sight.
Segment head_switch(const UiContext& ui) {
    const bool is_on = ui.layer().heads.at(static_cast<std::size_t>(ui.workspace.head)).on;
    return {.target = "action:head-on",
            .label =
                fmt::format("switch {} head {}", is_on ? "off" : "on", head_number(ui.session, ui.workspace.head))};
}

/// How much of the bar its words take.
enum class Wording : std::uint8_t {
    full,
    brief, ///< options are named without saying what they are, but for those that are not as they usually are
    listed ///< and the heads are a list, which stands first: a bar that shows one of two heads shows half a layer
};

Group heads(const UiContext& ui, Wording wording) {
    Group group{"View", {}};
    const Index count = ui.sizes().H;
    const bool all = shown_picture(ui) == PictureId::heads;
    if (count > most_head_buttons || (wording == Wording::listed && count > 1))
        group.segments.push_back(menu("head", head_label(ui, ui.workspace.head, true) + others_off(ui)));
    else
        for (Index head = 0; head < count; ++head)
            group.segments.push_back({.target = fmt::format("action:head/{}", head + 1),
                                      .label = head_label(ui, head, head == 0),
                                      .chosen = head == ui.workspace.head && !all});
    if (count > 1)
        group.segments.push_back({.target = "action:all-heads", .label = "all", .chosen = all});
    group.segments.push_back(head_switch(ui));
    return group;
}

std::string steps_in_words(std::size_t count) {
    return count == 1 ? "1 step" : fmt::format("{} steps", count);
}

/// In the order of importance: what has no room at the end goes into the overflow menu.
std::vector<Group> groups(const UiContext& ui, Wording wording) {
    const bool brief = wording != Wording::full;
    const Layer& layer = ui.layer();
    const std::string d_k = in_letters("<d_k>", notation_of(ui.session));
    std::vector<Group> all{
        {"Layer",
         {menu("mask", brief && is_unmasked(layer.mask) ? "mask" : mask_label(layer.mask)),
          menu("scale", scale_label(layer, d_k, brief)),
          menu("positions", brief && layer.sequence.positions.kind == Positions::Kind::none
                                ? "positions"
                                : positions_label(layer.sequence.positions)),
          menu("edit", "edit"), menu("matrix", "matrix")}},
        heads(ui, wording),
        {"",
         {menu("notation", "notation"), menu("colours", "colours"), menu("weights", "weights"),
          menu("rare", "more of the layer")}},
    };
    if (const auto& recording = ui.workspace.recording)
        all.insert(all.begin(), {"New lesson",
                                 {{.target = "action:lesson-record",
                                   .label = fmt::format("{} · {}", recording->is_on ? "recording" : "stopped",
                                                        steps_in_words(recording->draft.steps.size())),
                                   .chosen = recording->is_on}}});
    if (const auto& run = ui.workspace.lesson; run && !run->shows_everything) {
        // The strip over the stage has the heads.
        std::erase_if(all.front().segments, [&](const Segment& segment) {
            return !shows_menu(ui, std::string_view(segment.target).substr(menu_prefix.size()));
        });
        if (ui.sizes().H > 1 && shows_menu(ui, "head")) // where one is to be switched
            all.front().segments.push_back(head_switch(ui));
        all.resize(all.front().segments.empty() ? 0 : 1);
        return all;
    }
    const auto view = std::ranges::find(all, "View", &Group::title);
    if (ui.sizes().B > 1)
        view->segments.push_back(menu("item", fmt::format("item {}", ui.workspace.item + 1)));
    if (wording == Wording::listed && ui.sizes().H > 1)
        std::rotate(all.begin(), view, view + 1);
    return all;
}

float title_width(const UiContext& ui, const Group& group) {
    return group.title.empty() ? 0 : ui.typesetter.measure(group.title, Font{}).width + space::medium;
}

float group_width(const UiContext& ui, const Group& group) {
    return title_width(ui, group) + segments_width(ui, group.segments);
}

std::vector<Segment> session_button(const UiContext& ui) {
    const std::string title = ui.session.title.empty() ? "session" : ui.session.title;
    return {menu("presets", ui.typesetter.shortened(title, Font{}, 150) + (ui.status.unsaved ? " •" : ""))};
}

std::vector<Segment> history_buttons(const UiContext& ui) {
    return {{.target = "action:undo", .label = "↶", .enabled = !ui.status.undo_label.empty()},
            {.target = "action:redo", .label = "↷", .enabled = !ui.status.redo_label.empty()}};
}

std::vector<Segment> right_buttons(const UiContext& ui) {
    const bool kept = ui.baseline != nullptr;
    std::vector<Segment> buttons;
    if (!ui.workspace.lesson || ui.workspace.lesson->shows_everything || kept)
        buttons.push_back({.target = kept ? "action:change" : "action:baseline-keep",
                           .label = kept ? "Change" : "Baseline",
                           .chosen = kept && ui.workspace.shows_change});
    if (kept)
        buttons.push_back({.target = "action:baseline-drop", .label = "×"});
    buttons.push_back(menu("file", "File"));
    buttons.push_back(menu("help", "Help"));
    return buttons;
}

/// Narrow windows have its name in their title alone.
bool shows_program_name(float width) {
    constexpr float narrow = 900;
    return width >= narrow;
}

float program_name_width(const UiContext& ui, float width) {
    return shows_program_name(width) ? std::ceil(ui.typesetter.measure("Attention Lab", bold()).width) + space::large
                                     : 0;
}

float distance_before(const Group& group) {
    return group.title.empty() ? space::small : bar_between;
}

/// Where the groups begin, and where they must end.
struct Room {
    float from, to;
};

Room room(const UiContext& ui, float width) {
    return {bar_margin + program_name_width(ui, width) + segments_width(ui, session_button(ui)) + space::small +
                segments_width(ui, history_buttons(ui)),
            width - bar_margin - segments_width(ui, right_buttons(ui)) - space::medium};
}

/// The groups cut where the bar is full: first those that are shown, then what is left over.
struct Fitting {
    std::vector<Group> shown;
    std::vector<Segment> left_over;
};

Fitting cut_to_fit(const UiContext& ui, float width, std::vector<Group> all) {
    const Room free = room(ui, width);
    const float more = 44 + space::small;
    Fitting result;
    float x = free.from;
    for (Group& group : all) {
        const bool is_last = &group == &all.back();
        x += distance_before(group);
        std::vector<Segment> cut;
        while (!group.segments.empty() && x + group_width(ui, group) + (is_last && cut.empty() ? 0 : more) > free.to) {
            cut.insert(cut.begin(), std::move(group.segments.back()));
            group.segments.pop_back();
        }
        // Nothing that is less important is shown where something more important is not.
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

/// Each of them; what switches the one in sight may stand behind the dots.
bool shows_all_heads(const UiContext& ui, const Fitting& fitting) {
    if (ui.sizes().H == 1 || ui.workspace.lesson)
        return true;
    const auto ends_heads = [](const Group& group) { // "all" stands behind the last of them
        return std::ranges::find(group.segments, std::string("action:all-heads"), &Segment::target) !=
               group.segments.end();
    };
    return std::ranges::any_of(fitting.shown, ends_heads);
}

Fitting fitting(const UiContext& ui, float width) {
    for (const Wording wording : {Wording::full, Wording::brief}) {
        Fitting fitting = cut_to_fit(ui, width, groups(ui, wording));
        if (fitting.left_over.empty() || (wording == Wording::brief && shows_all_heads(ui, fitting)))
            return fitting;
    }
    return cut_to_fit(ui, width, groups(ui, Wording::listed));
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
    for (const Group& group : fitted.shown) {
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
