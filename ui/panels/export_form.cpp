#include "ui/panels/export_form.h"

#include "core/figure/text.h"
#include "core/model/arrays.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/fields.h"
#include "ui/panels/controls.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float export_form_label_room = 84;
constexpr float line_step = 38;
constexpr float field_gap = 6;
constexpr float list_line = 26;
constexpr float tall_list_line = 42; // with what it is about beneath
constexpr float tall_list_width = 340;
constexpr Index most_in_a_column = 12;

/// Where tokens are columns what is marked of a stage stands the other way round, and is called as it is seen.
std::string name_of_option(const UiContext& ui, const ExportOption& option) {
    const ExportChoices& choices = ui.workspace.exporting;
    const FigureRequest& figure = choices.tab == ExportTab::document ? choices.document.shown : choices.figure;
    const bool is_turned =
        figure.tokens_as_columns.value_or(ui.session.tokens_as_columns) && (!figure.array || is_stage(*figure.array));
    if (is_turned && option.name == "row")
        return "Mark column";
    if (is_turned && option.name == "column")
        return "row";
    return std::string(option.label);
}

float add_label(Scene& scene, const UiContext& ui, Point at, const ExportOption& option) {
    const std::string label = name_of_option(ui, option);
    scene.values.insert_or_assign(fmt::format("label:export/{}", option.name), label);
    return add_text(scene, ui, at, label, ui.theme().dim);
}

/// A ring around the control that the arrow keys change.
void add_focus(Scene& scene, const UiContext& ui, const Box& box, std::string_view name) {
    if (ui.workspace.exporting.focus != name || ui.workspace.field)
        return;
    Rectangle ring;
    ring.box = box.grown(2);
    ring.stroke = {ui.theme().ink, 1.5F};
    ring.corner_radius = measure::corner + 2;
    scene.list.add(ring);
}

float add_option_field(Scene& scene, const UiContext& ui, Point at, const ExportOption& option) {
    add_field(scene, ui, {at.x, at.y, option.width, control_height}, fmt::format("field:export/{}", option.name),
              field_text(ui, fmt::format("field:export/{}", option.name)), std::string(option.hint));
    if (option.unit.empty())
        return option.width;
    return option.width + field_gap +
           add_text(scene, ui, {at.x + option.width + field_gap, at.y + 20}, std::string(option.unit), ui.theme().dim);
}

float add_option_segments(Scene& scene, const UiContext& ui, Point at, const ExportOption& option) {
    const std::string now = option.value(ui, ui.workspace.exporting);
    std::vector<Segment> segments;
    for (ExportChoice& choice : option.choices(ui, ui.workspace.exporting))
        segments.push_back({.target = fmt::format("action:export/set/{}/{}", option.name, choice.value),
                            .label = std::move(choice.label),
                            .chosen = choice.value == now});
    const float width = add_segments(scene, ui, at, segments);
    add_focus(scene, ui, {at.x, at.y, width, control_height}, option.name);
    return width;
}

std::string label_of(const UiContext& ui, const ExportOption& option) {
    std::string now = option.value(ui, ui.workspace.exporting);
    if (option.names_value)
        return now;
    for (const ExportChoice& choice : option.choices(ui, ui.workspace.exporting))
        if (choice.value == now)
            return choice.label;
    return now;
}

float add_option_list(Scene& scene, const UiContext& ui, Point at, const ExportOption& option) {
    const std::string target = fmt::format("action:export/list/{}", option.name);
    const std::string label = label_of(ui, option);
    const float width = add_segments(scene, ui, at, {{.target = target, .label = label, .opens_menu = true}});
    scene.values.insert_or_assign(fmt::format("export.{}", option.name), option.value(ui, ui.workspace.exporting));
    add_focus(scene, ui, {at.x, at.y, width, control_height}, option.name);
    return width;
}

float add_option(Scene& scene, const UiContext& ui, Point at, const ExportOption& option) {
    if (option.choices == nullptr)
        return add_option_field(scene, ui, at, option);
    return option.control == ExportOption::Control::segments ? add_option_segments(scene, ui, at, option)
                                                             : add_option_list(scene, ui, at, option);
}

/// What is listed, and what a click on it sets.
struct OpenList {
    std::vector<ExportChoice> choices;
    std::string now;
    std::string prefix; ///< of its targets
};

OpenList open_list(const UiContext& ui) {
    const ExportOption* const option = find_export_option(ui.workspace.exporting.open_list);
    return {listed_choices(ui), option == nullptr ? std::string() : option->value(ui, ui.workspace.exporting),
            listed_prefix(ui)};
}

/// The choices of an open list, in as many columns as they need.
class ListLayout {
public:
    ListLayout(Scene& scene, const UiContext& ui, const Box& window, const Box& button, OpenList list)
        : scene_(scene), ui_(ui), list_(std::move(list)), tall_(says_more(list_)),
          columns_((std::ssize(list_.choices) + most_in_a_column - 1) / most_in_a_column),
          rows_((std::ssize(list_.choices) + columns_ - 1) / columns_),
          column_width_(tall_ ? tall_list_width : widest_label() + 48) {
        const float width = column_width_ * static_cast<float>(columns_) + 2 * space::tiny;
        const float height = line_height() * static_cast<float>(rows_) + 2 * space::tiny;
        box_ = {std::clamp(button.x, space::small, std::max(space::small, window.width - width - space::small)),
                std::clamp(button.bottom() + space::tiny, space::small,
                           std::max(space::small, window.height - height - space::small)),
                width, height};
    }

    void add() {
        Rectangle veil;
        veil.box = {0, 0, 1e5F, 1e5F};
        scene_.list.add(veil, std::string("action:close"));
        Rectangle panel;
        panel.box = box_.grown(-0.5F);
        panel.fill = ui_.theme().panel;
        panel.stroke = {ui_.theme().connector, 1};
        panel.corner_radius = measure::corner;
        scene_.list.add(panel, std::string("menu"));
        for (Index i = 0; i < std::ssize(list_.choices); ++i) {
            const Index column = i / rows_;
            const Index row = i % rows_;
            add_choice(list_.choices.at(static_cast<std::size_t>(i)), i == ui_.workspace.exporting.listed,
                       {box_.x + space::tiny + static_cast<float>(column) * column_width_,
                        box_.y + space::tiny + static_cast<float>(row) * line_height(), column_width_, line_height()});
        }
    }

private:
    static bool says_more(const OpenList& list) {
        return std::ranges::any_of(list.choices, [](const ExportChoice& choice) { return !choice.about.empty(); });
    }

    float line_height() const { return tall_ ? tall_list_line : list_line; }

    float widest_label() const {
        float widest = 0;
        for (const ExportChoice& choice : list_.choices)
            widest = std::max(widest, ui_.typesetter.measure(choice.label, Font{}).width);
        return std::ceil(widest);
    }

    void add_choice(const ExportChoice& choice, bool marked, const Box& box) {
        const Theme& theme = ui_.theme();
        const std::string target = list_.prefix + choice.value;
        Rectangle ground;
        ground.box = box;
        ground.corner_radius = 4;
        if (marked || ui_.workspace.hovered == target)
            ground.fill = faded(theme.ink, 0.07F);
        scene_.list.add(ground, target);
        scene_.values.insert_or_assign(target, choice.label);
        if (choice.value == list_.now)
            add_text(scene_, ui_, {box.x + space::small, box.y + 18}, "✓", theme.ink);
        const float left = box.x + 28;
        add_text(scene_, ui_, {left, box.y + 18}, choice.label, choice.fits ? theme.ink : faded(theme.dim, 0.6F));
        if (!choice.fits)
            add_text(scene_, ui_, {box.right() - space::small, box.y + 18}, "not here", faded(theme.dim, 0.8F), small(),
                     Horizontal::right);
        if (!choice.about.empty())
            add_text(scene_, ui_, {left, box.y + 34},
                     ui_.typesetter.shortened(choice.about, small(), box.right() - space::tiny - left),
                     choice.fits ? theme.dim : faded(theme.dim, 0.6F), small());
    }

    Scene& scene_;
    const UiContext& ui_;
    OpenList list_;
    bool tall_;
    Index columns_;
    Index rows_;
    float column_width_;
    Box box_;
};

} // namespace

void add_export_lines(Scene& scene, const UiContext& ui, const Box& area, const std::vector<ExportLine>& lines) {
    const float count = static_cast<float>(std::max<std::size_t>(lines.size(), 2));
    const float step = std::min(line_step, (area.height - control_height) / (count - 1));
    Point at{area.x, area.y};
    for (const ExportLine& line : lines) {
        add_label(scene, ui, {at.x, at.y + 20}, *line.front());
        add_export_line(scene, ui, {at.x + export_form_label_room, at.y}, line);
        at.y += step;
    }
}

float add_export_line(Scene& scene, const UiContext& ui, Point at, const ExportLine& line) {
    float x = at.x;
    for (const ExportOption* option : line) {
        if (option != line.front()) {
            x += space::medium;
            if (!option->label.empty())
                x += add_label(scene, ui, {x, at.y + 20}, *option) + space::small;
        }
        x += add_option(scene, ui, {x, at.y}, *option);
    }
    return x - at.x;
}

void add_export_list(Scene& scene, const UiContext& ui, const Box& window) {
    const std::string& open = ui.workspace.exporting.open_list;
    if (open.empty())
        return;
    OpenList list = open_list(ui);
    const auto button = find(scene.list, Target(fmt::format("action:export/list/{}", open)), ui.typesetter);
    if (!list.choices.empty() && button)
        ListLayout(scene, ui, window, *button, std::move(list)).add();
}

} // namespace attn
