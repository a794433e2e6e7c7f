#include "ui/actions/export_actions.h"

#include "core/document/figure_options.h"
#include "core/export/figure_file.h"
#include "core/figure/figure_kinds.h"
#include "core/files/printable.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/export_options.h"
#include "ui/actions/fields.h"
#include "ui/document/export_preview.h"
#include "ui/document/picture.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/core.h>
#include <imgui.h>
#include <utility>

namespace attn {

namespace {

constexpr std::array<std::string_view, 3> tabs{"figure", "document", "listed"};
constexpr std::array<std::string_view, 3> path_fields{"field:picture-path", "field:document-path", "field:folder-path"};

/// The part before the first slash, and the rest.
std::pair<std::string_view, std::string_view> parted(std::string_view text) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    return {text.substr(0, slash), text.substr(std::min(slash + 1, text.size()))};
}

void open_path(Workspace& workspace) {
    workspace.field = open_field(export_path_field(workspace.exporting.tab), workspace.exporting.path());
    workspace.field_problem.clear();
    workspace.exporting.focus.clear();
}

void go_to_tab(const CommandContext& command, std::string_view name) {
    const auto* const found = std::ranges::find(tabs, name);
    if (found == tabs.end())
        return;
    ExportChoices& choices = command.workspace.exporting;
    choices.tab = static_cast<ExportTab>(found - tabs.begin());
    choices.open_list.clear();
    choices.page = 0;
    choices.focus.clear();
    command.workspace.field.reset(); // of the list the arrow keys choose
    command.workspace.field_problem.clear();
    if (choices.tab != ExportTab::listed)
        open_path(command.workspace);
}

void set(const CommandContext& command, std::string_view name, std::string_view value) {
    Workspace& workspace = command.workspace;
    workspace.field_problem.clear();
    const auto changed = with_option(command.ui, name, value);
    if (!changed) {
        workspace.field_problem = changed.error().message;
        return;
    }
    workspace.exporting = *changed;
    workspace.exporting.open_list.clear();
    workspace.exporting.focus = name;
    if (workspace.field && is_export_path(workspace.field->name))
        open_path(workspace); // its ending may be another
    else
        workspace.field.reset();
}

/// The path as typed; a figure's gets its format's ending where it has none.
std::filesystem::path path_to_write(const ExportChoices& choices) {
    std::filesystem::path path = path_of(choices.path());
    if (choices.tab == ExportTab::figure && !path.empty() && path.extension().empty())
        path += "." + choices.format;
    return path;
}

void save(const CommandContext& command) {
    ExportChoices& choices = command.workspace.exporting;
    ExportOrder order{choices.figure, path_to_write(choices)};
    if (order.path.empty()) {
        open_path(command.workspace);
        command.workspace.field_problem = "a path is needed";
        return;
    }
    if (choices.tab == ExportTab::document)
        order.what = choices.document;
    if (choices.tab == ExportTab::listed) {
        if (command.ui.session.figures.empty())
            return;
        order.what = ListedOrder{command.ui.session.figures, choices.listed_format};
    }
    command.workspace.overlay.reset();
    command.workspace.field.reset();
    command.frame_actions.requests.push_back({std::move(order)});
}

void copy(const CommandContext& command, std::string_view format) {
    command.workspace.exporting.open_list.clear();
    command.workspace.notice.reset();
    FigureRequest figure = command.workspace.exporting.figure;
    if (command.workspace.exporting.tab == ExportTab::listed)
        if (const FigureRequest* const recipe = marked_recipe(command.ui))
            figure = *recipe;
    command.frame_actions.requests.push_back({ExportOrder{CopyOrder{std::move(figure), std::string(format)}, {}}});
}

/// The name, with a number behind it where there is one of that name already.
std::string free_name(const std::vector<FigureRequest>& figures, const std::string& wanted) {
    std::string name = wanted;
    for (int number = 2; std::ranges::find(figures, name, &FigureRequest::name) != figures.end(); ++number)
        name = fmt::format("{}-{}", wanted, number);
    return name;
}

void add_recipe(const CommandContext& command) {
    ExportChoices& choices = command.workspace.exporting;
    std::vector<FigureRequest> figures = command.ui.session.figures;
    FigureRequest recipe = choices.figure;
    const std::string stem = path_of(choices.path()).stem().string();
    recipe.name = free_name(figures, stem.empty() ? recipe.kind : stem);
    figures.push_back(std::move(recipe));
    choices.marked = std::ssize(figures) - 1;
    make(command, ListFigures{std::move(figures)});
}

void remove_recipe(const CommandContext& command, Index place) {
    std::vector<FigureRequest> figures = command.ui.session.figures;
    if (place >= std::ssize(figures))
        return;
    figures.erase(figures.begin() + place);
    make(command, ListFigures{std::move(figures)});
}

/// Takes the marked recipe into the first tab, to be looked at and changed.
void take_recipe(const CommandContext& command) {
    const FigureRequest* const recipe = marked_recipe(command.ui);
    if (recipe == nullptr)
        return;
    ExportChoices& choices = command.workspace.exporting;
    choices.figure = *recipe;
    choices.tab = ExportTab::figure;
    choices.path() = recipe->name + "." + choices.format;
    open_path(command.workspace);
}

std::optional<Index> place_from(std::string_view text) {
    Index number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || number < 1)
        return std::nullopt;
    return number - 1;
}

/// All options that are asked, in the order of the Tab key; "" is the path.
std::vector<std::string_view> walk_of(const UiContext& ui) {
    const ExportForm form = export_form(ui);
    std::vector<std::string_view> names;
    for (const ExportLine& line : form.what)
        for (const ExportOption* option : line)
            names.push_back(option->name);
    for (const ExportOption* option : form.how)
        names.push_back(option->name);
    names.emplace_back();
    return names;
}

/// The option in focus is set to its next choice, or the one before.
void step_choice(const CommandContext& command, int by) {
    const ExportChoices& choices = command.workspace.exporting;
    const ExportOption* const option = find_export_option(choices.focus);
    if (option == nullptr || option->choices == nullptr)
        return;
    const std::vector<ExportChoice> all = option->choices(command.ui, choices);
    const auto now = std::ranges::find(all, option->value(command.ui, choices), &ExportChoice::value) - all.begin();
    const auto count = std::ssize(all);
    if (count > 0)
        set(command, option->name, all.at(static_cast<std::size_t>((now + by + count) % count)).value);
}

void mark_recipe(const CommandContext& command, int by) {
    Index& marked = command.workspace.exporting.marked;
    marked = std::clamp<Index>(marked + by, 0, std::max<Index>(1, std::ssize(command.ui.session.figures)) - 1);
}

} // namespace

void open_export(const CommandContext& command) {
    open_overlay(command, Overlay::Kind::exporting);
    ExportChoices& choices = command.workspace.exporting;
    const FigureRequest page = std::exchange(choices.figure, shown_figure(command.ui));
    keep_figure_options(choices.figure, page);
    choices.paths[0] = fmt::format("{}.{}", array_name(command.workspace.array()), choices.format);
    if (choices.paths[1].empty())
        choices.paths[1] = usual_path(choices.document);
    if (choices.paths[2].empty())
        choices.paths[2] = "figures";
    choices.open_list.clear();
    open_path(command.workspace);
}

void run_export(std::string_view what, const CommandContext& command) {
    ExportChoices& choices = command.workspace.exporting;
    const auto [verb, name] = parted(what);
    if (verb == "tab")
        go_to_tab(command, name);
    else if (verb == "list")
        choices.open_list = choices.open_list == name ? std::string() : std::string(name);
    else if (verb == "set")
        set(command, parted(name).first, parted(name).second);
    else if (verb == "save")
        save(command);
    else if (verb == "copy")
        copy(command, name);
    else if (verb == "add")
        add_recipe(command);
    else if (verb == "change")
        take_recipe(command);
    else if (verb == "page")
        choices.page = std::max<Index>(0, choices.page + (name == "next" ? 1 : -1));
    else if (const auto place = place_from(name); place && verb == "recipe")
        choices.marked = *place;
    else if (place && verb == "remove")
        remove_recipe(command, *place);
}

Result<void> take_export_field(std::string_view option, std::string_view text, const CommandContext& command) {
    const auto changed = with_option(command.ui, option, text);
    if (!changed)
        return changed.error();
    command.workspace.exporting = *changed;
    return {};
}

Result<void> take_export_path(std::string_view text, const CommandContext& command) {
    ExportChoices& choices = command.workspace.exporting;
    choices.path() = text;
    const std::string ending = path_of(text).extension().string();
    if (choices.tab == ExportTab::figure && ending.size() > 1 && is_figure_ending(ending.substr(1)))
        choices.format = ending.substr(1);
    save(command);
    return {};
}

std::string export_path_field(ExportTab tab) {
    return std::string(path_fields.at(static_cast<std::size_t>(tab)));
}

bool is_export_path(std::string_view field) {
    return std::ranges::find(path_fields, field) != path_fields.end();
}

std::string_view option_of_field(std::string_view field) {
    constexpr std::string_view prefix = "field:export/";
    return field.starts_with(prefix) ? field.substr(prefix.size()) : std::string_view();
}

void focus_next_option(const CommandContext& command, bool back) {
    Workspace& workspace = command.workspace;
    const std::vector<std::string_view> names = walk_of(command.ui);
    const auto count = std::ssize(names);
    const auto now = std::ranges::find(names, std::string_view(workspace.exporting.focus)) - names.begin();
    const std::string_view next = names.at(static_cast<std::size_t>((now + (back ? count - 1 : 1)) % count));
    if (next.empty()) {
        open_path(workspace);
        return;
    }
    workspace.exporting.focus = next;
    workspace.exporting.open_list.clear();
    workspace.field.reset();
    if (const ExportOption& option = export_option(next); option.choices == nullptr)
        workspace.field =
            open_field(fmt::format("field:export/{}", next), option.value(command.ui, workspace.exporting));
}

void walk_export(const CommandContext& command) {
    const bool lists =
        command.workspace.exporting.tab == ExportTab::listed && command.workspace.exporting.focus.empty();
    if (key_pressed(Key::tab))
        focus_next_option(command, ImGui::GetIO().KeyShift);
    else if (key_pressed(Key::up) && lists)
        mark_recipe(command, -1);
    else if (key_pressed(Key::down) && lists)
        mark_recipe(command, 1);
    else if (key_pressed(Key::left) || key_pressed(Key::up))
        step_choice(command, -1);
    else if (key_pressed(Key::right) || key_pressed(Key::down))
        step_choice(command, 1);
    else if (key_pressed(Key::enter))
        save(command);
    else if (chord_pressed({.key = letter_key('z'), .control = true}))
        run_action("action:undo", command);
}

} // namespace attn
