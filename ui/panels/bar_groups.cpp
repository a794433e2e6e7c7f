#include "ui/panels/bar_groups.h"

#include "core/document/options/session_notation.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/notation.h"
#include "core/figure/pictures/picture.h"
#include "core/files/printable.h"
#include "ui/actions/lesson_names.h"
#include "ui/toolkit/whole_words.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/core.h>
#include <string_view>

namespace attn {

namespace {

constexpr Index most_head_buttons = 4;

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

/// The number as it was typed, if that is at most six letters, otherwise rounded.
std::string short_number(float value) {
    constexpr std::size_t longest = 6;
    const std::string typed = full_number(value);
    return typed.size() <= longest ? typed : display_number(value, 4);
}

/// The label of the factor of the scores; `width` is the symbol of d_k.
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

/// The label of all that is done to scores before the mask; unusual settings replace the usual factor.
std::string scale_label(const Layer& layer, const std::string& width, bool is_brief) {
    std::string rare;
    const auto add = [&](const std::string& words) { rare += (rare.empty() ? "" : " · ") + words; };
    if (layer.scale.kind != Scale::Kind::inverse_sqrt_d_k)
        add(factor_label(layer.scale, width));
    if (layer.temperature != 1)
        add(fmt::format("τ {}", short_number(layer.temperature)));
    if (layer.soft_cap != 0)
        add(fmt::format("cap {}", short_number(layer.soft_cap)));
    if (!rare.empty())
        return "scale: " + rare;
    return is_brief ? "scale" : "scale: " + factor_label(layer.scale, width);
}

std::string positions_label(Positions::Kind kind) {
    switch (kind) {
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

/// The width of the widest of the labels that a button shows in turn, so that switching moves nothing under the mouse.
float room_for(const UiContext& ui, const std::vector<std::string>& labels) {
    float room = 0;
    for (const std::string& label : labels)
        for (const FontWeight weight : {FontWeight::regular, FontWeight::medium})
            room = std::max(room, line_width(ui.typesetter, label, {.weight = weight}));
    return std::ceil(room);
}

Segment menu(const std::string& name, std::string label, float room = 0) {
    return {.target = std::string(menu_prefix) + name, .label = std::move(label), .opens_menu = true, .room = room};
}

bool is_on(const UiContext& ui, Index head) {
    return ui.layer().heads.at(static_cast<std::size_t>(head)).on;
}

std::string head_label(const UiContext& ui, Index head) {
    return fmt::format("head {}", head_number(ui.session, head));
}

/// The head in sight, and how many heads are off if others are.
std::string head_list_label(const UiContext& ui, Index head, bool head_is_on, Index off) {
    const bool is_others = off > (head_is_on ? 0 : 1);
    return head_label(ui, head) + (is_others ? fmt::format(" · {} off", off) : head_is_on ? "" : " off");
}

/// The button that opens the list of heads.
Segment head_list(const UiContext& ui) {
    Index off = 0;
    for (Index head = 0; head < ui.sizes().H; ++head)
        off += is_on(ui, head) ? 0 : 1;
    const Index last = ui.sizes().H - 1;
    return menu("head", head_list_label(ui, ui.workspace.head, is_on(ui, ui.workspace.head), off),
                room_for(ui, {head_list_label(ui, last, true, last)}));
}

Segment head_button(const UiContext& ui, Index head, bool is_chosen) {
    const std::string label =
        head == 0 ? head_label(ui, head) : std::to_string(head_number(ui.session, head)); // the first names them all
    return {.target = fmt::format("action:head/{}", head + 1),
            .label = label,
            .chosen = is_chosen,
            .is_off = !is_on(ui, head),
            .room = room_for(ui, {label})};
}

/// The button that switches the head in sight.
Segment head_switch(const UiContext& ui, BarWording wording) {
    const auto label = [&](bool is_on, Index head) {
        const std::string which = wording == BarWording::full ? " " + head_label(ui, head) : std::string();
        return std::string(is_on ? "switch off" : "switch on") + which;
    };
    const Index last = ui.sizes().H - 1;
    return {.target = "action:head-on",
            .label = label(is_on(ui, ui.workspace.head), ui.workspace.head),
            .room = room_for(ui, {label(true, last), label(true, ui.workspace.head)})};
}

BarGroup heads(const UiContext& ui, BarWording wording) {
    BarGroup group{wording == BarWording::full ? "View" : "", {}};
    const Index count = ui.sizes().H;
    const bool all = shown_picture(ui) == PictureId::heads;
    if (count > most_head_buttons || (wording == BarWording::listed && count > 1))
        group.segments.push_back(head_list(ui));
    else if (count > 1) // a single head needs no choice
        for (Index head = 0; head < count; ++head)
            group.segments.push_back(head_button(ui, head, head == ui.workspace.head && !all));
    if (count > 1)
        group.segments.push_back(
            {.target = "action:all-heads", .label = "all", .chosen = all, .room = room_for(ui, {"all"})});
    group.segments.push_back(head_switch(ui, wording));
    if (ui.sizes().B > 1)
        group.segments.push_back(menu("item", fmt::format("item {}", ui.workspace.item + 1),
                                      room_for(ui, {fmt::format("item {}", ui.sizes().B)})));
    return group;
}

/// The group for what is done to scores, and for positions.
BarGroup layer_options(const UiContext& ui, BarWording wording) {
    const bool brief = wording != BarWording::full;
    const Layer& layer = ui.layer();
    const std::string d_k = in_letters("<d_k>", notation_of(ui.session));
    const Positions::Kind positions = layer.sequence.positions.kind;
    return {
        brief ? "" : "Layer",
        {menu("mask", brief && is_unmasked(layer.mask) ? "mask" : mask_label(layer.mask),
              room_for(ui, brief ? std::vector<std::string>{"mask: painted", "mask: padding"}
                                 : std::vector<std::string>{"mask: causal + …"})),
         menu("scale", scale_label(layer, d_k, brief), room_for(ui, {brief ? "scale: τ 0.125" : "scale: τ 0.25 · …"})),
         menu("positions", brief && positions == Positions::Kind::none ? "positions" : positions_label(positions),
              room_for(ui, {positions_label(Positions::Kind::both_ends)})),
         menu("edit", "edit"), menu("matrix", "matrix")}};
}

/// The options that lessons have named so far.
BarGroup named_options(const UiContext& ui, BarWording wording) {
    BarGroup layer = layer_options(ui, wording);
    std::erase_if(layer.segments, [&](const Segment& segment) {
        return !shows_menu(ui, std::string_view(segment.target).substr(menu_prefix.size()));
    });
    return layer;
}

/// The groups beside a lesson. The heads are in the strip above the stage.
std::vector<BarGroup> groups_of_lesson(const UiContext& ui, BarWording wording) {
    if (!ui.scope().has_picture) // without a picture nothing shows what options do
        return {};
    BarGroup layer = named_options(ui, wording);
    if (ui.sizes().H > 1 && shows_menu(ui, "head")) { // if the lesson switches heads
        layer.segments.push_back(head_switch(ui, BarWording::full));
        layer.segments.push_back({.target = "action:heads-others-off", .label = "all others off"});
    }
    return layer.segments.empty() ? std::vector<BarGroup>() : std::vector{std::move(layer)};
}

/// The buttons of the baseline. Those that show and drop it are as wide together as the one that sets it.
std::vector<Segment> baseline_buttons(const UiContext& ui) {
    Segment keeps{.target = "action:baseline-keep", .label = "Set baseline", .room = room_for(ui, {"Set baseline"})};
    Segment shows{.target = "action:change",
                  .label = "Change",
                  .chosen = ui.workspace.shows_change,
                  .room = room_for(ui, {"Change"})};
    const Segment drops{.target = "action:baseline-drop", .label = "×"};
    const float more = segments_width(ui, {shows, drops}) - segments_width(ui, {keeps});
    keeps.room += std::max(0.0F, more);
    shows.room += std::max(0.0F, -more);
    return ui.baseline ? std::vector{shows, drops} : std::vector{keeps};
}

} // namespace

std::vector<BarGroup> bar_groups(const UiContext& ui, BarWording wording) {
    std::vector<BarGroup> all;
    if (!ui.scope().names_all)
        return groups_of_lesson(ui, wording);
    all.push_back(heads(ui, wording));
    if (ui.scope().has_few_menus) {
        if (BarGroup layer = named_options(ui, wording); !layer.segments.empty())
            all.push_back(std::move(layer));
        all.push_back({"", {{.target = "action:all-menus", .label = "more"}}});
        return all;
    }
    all.push_back(layer_options(ui, wording));
    all.push_back({"",
                   {menu("notation", "notation"), menu("colours", "colours"), menu("weights", "weights"),
                    menu("rare", "more of the layer")}});
    return all;
}

std::string name_of_session(const UiContext& ui) {
    const std::string file = printable_path(std::filesystem::path(ui.status.file_name).filename());
    return file.empty() ? ui.session.title : file;
}

std::vector<Segment> session_button(const UiContext& ui) {
    const float widest = ui.scope().names_all ? 150 : 200; // a lesson leaves more room, because it has fewer menus
    constexpr std::string_view unsaved = " •";
    const std::string name = name_of_session(ui);
    const std::string title = shortened_to_words(ui.typesetter, name.empty() ? "session" : name, Font{}, widest);
    return {menu("presets", title + std::string(ui.status.unsaved ? unsaved : ""),
                 room_for(ui, {title + std::string(unsaved)}))};
}

std::vector<Segment> history_buttons(const UiContext& ui) {
    return {{.target = "action:undo", .label = "↶", .enabled = !ui.status.undo_label.empty()},
            {.target = "action:redo", .label = "↷", .enabled = !ui.status.redo_label.empty()}};
}

std::vector<Segment> right_buttons(const UiContext& ui) {
    std::vector<Segment> buttons;
    if (ui.scope().names_all || ui.baseline != nullptr)
        buttons = baseline_buttons(ui);
    buttons.push_back(menu("file", "File"));
    buttons.push_back(menu("help", "Help"));
    return buttons;
}

} // namespace attn
