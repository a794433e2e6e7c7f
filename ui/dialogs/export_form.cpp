#include "ui/dialogs/export_form.h"

#include "core/figure/pictures/text_layout.h"
#include "core/figure/text.h"
#include "core/model/arrays.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/fields.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float export_form_label_room = 84;
constexpr float line_step = 38;
constexpr float field_gap = 6;
constexpr float list_line = 26;
constexpr float tall_list_line = 42; // with a description beneath the choice
constexpr float tall_list_width = 340;
constexpr Index most_in_a_column = 12;

/// Returns the option's label. If tokens are columns, a row is called a column in it, as the user sees it.
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

/// Adds a ring around the control that the arrow keys change.
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

/// An open list of choices; the present one is ticked.
struct OpenList {
    std::vector<ExportChoice> choices;
    std::string now;
    std::string prefix; ///< beginning of its targets
};

OpenList open_list(const UiContext& ui) {
    const ExportOption* const option = find_export_option(ui.workspace.exporting.open_list);
    return {listed_choices(ui), option == nullptr ? std::string() : option->value(ui, ui.workspace.exporting),
            listed_prefix(ui)};
}

void add_choice(Form& form, const OpenList& list, const ExportChoice& choice, const Box& box) {
    const Theme& theme = form.theme();
    const float left = box.x + 28;
    const auto shade = [&](Colour colour, float by) { return choice.fits ? colour : faded(theme.dim, by); };
    form.scene().values.insert_or_assign(list.prefix + choice.value, choice.label);
    if (choice.value == list.now)
        form.write({box.x + space::small, box.y + 18}, "✓", theme.ink);
    form.write({left, box.y + 18}, choice.label, shade(theme.ink, 0.6F));
    if (!choice.fits)
        form.write({box.right() - space::small, box.y + 18}, "not here", faded(theme.dim, 0.8F), small(),
                   Horizontal::right);
    if (!choice.about.empty())
        form.write({left, box.y + 34}, choice.about, shade(theme.dim, 0.6F), small(), Horizontal::left,
                   box.right() - space::tiny - left);
}

/// Adds the choices beneath the button, above everything else, in as many columns as they need.
void add_choices(Form& form, const OpenList& list, const Box& button) {
    const auto& choices = list.choices;
    const bool says_more =
        std::ranges::any_of(choices, [](const ExportChoice& choice) { return !choice.about.empty(); });
    float widest = 0;
    for (const ExportChoice& choice : choices)
        widest = std::max(widest, form.ui().typesetter.measure(choice.label, Font{}).width);
    const float column = says_more ? tall_list_width : std::ceil(widest) + 48;
    const float line = says_more ? tall_list_line : list_line;
    const Index columns = (std::ssize(choices) + most_in_a_column - 1) / most_in_a_column;
    const Index rows = (std::ssize(choices) + columns - 1) / columns;
    const Box window = form.window();
    const float width = column * static_cast<float>(columns) + 2 * space::tiny;
    const float height = line * static_cast<float>(rows) + 2 * space::tiny;
    const float x = std::max(window.x + space::small, std::min(button.x, window.right() - width - space::small));
    const float y = std::max(window.y + space::small,
                             std::min(button.bottom() + space::tiny, window.bottom() - height - space::small));
    Rectangle veil;
    veil.box = window;
    form.scene().list.add(veil, std::string("action:close"));
    Rectangle panel;
    panel.box = Box{x, y, width, height}.grown(-0.5F);
    panel.fill = form.theme().panel;
    panel.stroke = {form.theme().connector, 1};
    panel.corner_radius = measure::corner;
    form.scene().list.add(panel, std::string("menu"));
    for (Index i = 0; i < std::ssize(choices); ++i) {
        const ExportChoice& choice = choices[static_cast<std::size_t>(i)];
        const Index across = i / rows;
        const Index down = i % rows;
        const Box place{x + space::tiny + static_cast<float>(across) * column,
                        y + space::tiny + static_cast<float>(down) * line, column, line};
        form.line_ground(place, list.prefix + choice.value, i == form.ui().workspace.exporting.listed);
        add_choice(form, list, choice, place);
    }
}

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

void add_export_list(Form& form) {
    const UiContext& ui = form.ui();
    const std::string& open = ui.workspace.exporting.open_list;
    if (open.empty())
        return;
    const OpenList list = open_list(ui);
    const auto button = find(form.scene().list, Target(fmt::format("action:export/list/{}", open)), ui.typesetter);
    if (!list.choices.empty() && button)
        add_choices(form, list, *button);
}

} // namespace attn
