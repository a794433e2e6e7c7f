#include "ui/actions/export_actions.h"

#include "core/document/options/figure_options.h"
#include "core/export/figure_file.h"
#include "core/figure/figure_kinds.h"
#include "core/figure/pictures/picture.h"
#include "core/text/words.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/dialog.h"
#include "ui/actions/export_options.h"
#include "ui/actions/fields.h"
#include "ui/document/export_preview.h"
#include "ui/document/shown_figure.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <fmt/core.h>
#include <imgui.h>
#include <utility>

namespace attn {

namespace {

constexpr std::array<std::string_view, 3> tabs{"figure", "document", "listed"};
constexpr std::string_view option_of_key = "key"; // the path of a worksheet's answer key
constexpr std::array<std::string_view, 3> path_fields{"field:picture-path", "field:document-path", "field:folder-path"};

/// The part before the first slash, and the rest.
std::pair<std::string_view, std::string_view> parted(std::string_view text) {
    const std::size_t slash = std::min(text.find('/'), text.size());
    return {text.substr(0, slash), text.substr(std::min(slash + 1, text.size()))};
}

void open_path(Workspace& workspace) {
    begin_field(workspace, export_path_field(workspace.exporting.tab), workspace.exporting.path());
    workspace.exporting.focus.clear();
}

void go_to_tab(const CommandContext& command, ExportTab tab) {
    ExportChoices& choices = command.workspace.exporting;
    choices.tab = tab;
    choices.open_list.clear();
    choices.page = 0;
    choices.focus.clear();
    command.workspace.field.reset(); // in the list of figures, the arrow keys choose
    command.workspace.field_problem.clear();
    if (choices.tab != ExportTab::listed)
        open_path(command.workspace);
}

void set(const CommandContext& command, std::string_view name, std::string_view value) {
    Workspace& workspace = command.workspace;
    workspace.field_problem.clear();
    const auto changed = with_option(command.ui, name, value);
    if (!changed) {
        workspace.field_problem = text_in(command.ui.session, changed.error());
        return;
    }
    workspace.exporting = *changed;
    workspace.notice.reset(); // the notice was about the choices before
    workspace.exporting.said().clear();
    const bool was_listed = !std::exchange(workspace.exporting.open_list, {}).empty();
    const bool is_walked = was_listed && !workspace.exporting.by_keys;
    workspace.exporting.focus = is_walked || workspace.key_focus ? std::string_view() : name; // one ring, not two
    if (workspace.field && is_export_path(workspace.field->name))
        open_path(workspace); // the path may have another extension now
    else
        workspace.field.reset();
}

/// The path as typed; a figure's path without an extension gets that of its format.
std::filesystem::path path_to_write(const ExportChoices& choices) {
    std::filesystem::path path = path_of(choices.path());
    const bool is_figure = choices.tab == ExportTab::figure && choices.which == FigureSet::Which::one;
    if (is_figure && !path.empty() && path.extension().empty())
        path += "." + choices.format;
    return path;
}

void save(const CommandContext& command) {
    if (command.ui.status.progress) // only one export at a time
        return;
    ExportChoices& choices = command.workspace.exporting;
    ExportOrder order{FigureSet{choices.which, choices.figure, choices.format}, path_to_write(choices)};
    if (order.path.empty()) {
        open_path(command.workspace);
        command.workspace.field_problem = "A path is needed: type it here.";
        return;
    }
    if (choices.tab == ExportTab::document)
        order.what = choices.document;
    if (choices.tab == ExportTab::listed) {
        if (command.ui.session.figures.empty())
            return;
        order.what = FigureSet{FigureSet::Which::listed, {}, choices.listed_format};
    }
    command.workspace.field.reset(); // the dialog stays open and tells what was done, since more exports often follow
    command.workspace.notice.reset();
    choices.said().clear();
    command.frame_actions.requests.push_back({std::move(order)});
}

void copy(const CommandContext& command, std::string_view format) {
    command.workspace.exporting.open_list.clear();
    command.workspace.notice.reset();
    command.workspace.exporting.said().clear();
    FigureRequest figure = command.workspace.exporting.figure;
    if (command.workspace.exporting.tab == ExportTab::listed)
        if (const FigureRequest* const recipe = marked_recipe(command.ui))
            figure = *recipe;
    command.frame_actions.requests.push_back({ExportOrder{CopyOrder{std::move(figure), std::string(format)}, {}}});
}

/// The name, followed by a number if a figure has that name already.
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
    figures.erase(figures.begin() + place);
    make(command, ListFigures{std::move(figures)});
}

/// Copies the marked figure of the list into the first tab, to be viewed and changed.
void take_recipe(const CommandContext& command) {
    const FigureRequest* const recipe = marked_recipe(command.ui);
    if (recipe == nullptr)
        return;
    ExportChoices& choices = command.workspace.exporting;
    choices.figure = *recipe;
    choices.tab = ExportTab::figure;
    choices.path() = recipe->name + "." + choices.format;
    choices.said().clear();
    open_path(command.workspace);
}

/// All options that are shown, in the order of the Tab key; "" is the path.
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

/// Sets the option in focus to its next choice that fits, or to the previous one.
void step_choice(const CommandContext& command, int by) {
    const ExportChoices& choices = command.workspace.exporting;
    const ExportOption* const option = find_export_option(choices.focus);
    if (option == nullptr || option->choices == nullptr)
        return;
    const std::vector<ExportChoice> all = option->choices(command.ui, choices);
    const auto now = std::ranges::find(all, option->value(command.ui, choices), &ExportChoice::value) - all.begin();
    const auto count = std::ssize(all);
    for (std::ptrdiff_t away = 1; away <= count; ++away) {
        const ExportChoice& next = all.at(static_cast<std::size_t>((now + (by + count) * away) % count));
        if (next.fits)
            return set(command, option->name, next.value);
    }
}

bool has_list_in_focus(const Workspace& workspace) {
    const ExportOption* const option = find_export_option(workspace.exporting.focus);
    return option != nullptr && option->choices != nullptr && option->control == ExportOption::Control::list;
}

void mark_recipe(const CommandContext& command, int by) {
    Index& marked = command.workspace.exporting.marked;
    marked = std::clamp<Index>(marked + by, 0, std::max<Index>(1, std::ssize(command.ui.session.figures)) - 1);
}

/// The option of a field; empty for the field of the path.
std::string_view option_of_field(std::string_view field) {
    constexpr std::string_view prefix = "field:export/";
    return field.starts_with(prefix) ? field.substr(prefix.size()) : std::string_view();
}

/// Puts the focus on the next option, or on the previous one, and opens its field if it has one.
void focus_next_option(const CommandContext& command, bool back) {
    Workspace& workspace = command.workspace;
    workspace.key_focus.reset();
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
        begin_field(command.ui, workspace, fmt::format("field:export/{}", next));
}

constexpr Domain<ExportTab> a_tab{"tab", [](const UiContext&, std::string_view name) -> std::optional<ExportTab> {
                                      const auto* const found = std::ranges::find(tabs, name);
                                      return found == tabs.end()
                                                 ? std::nullopt
                                                 : std::optional(static_cast<ExportTab>(found - tabs.begin()));
                                  }};

constexpr Domain<std::string_view> a_list{
    "list", [](const UiContext&, std::string_view name) -> std::optional<std::string_view> {
        return name == copy_list || find_export_option(name) != nullptr ? std::optional(name) : std::nullopt;
    }};

constexpr Domain<std::string_view> a_way_to_copy{
    "way to copy", [](const UiContext&, std::string_view name) -> std::optional<std::string_view> {
        const auto all = copy_choices();
        return std::ranges::find(all, name, &ExportChoice::value) == all.end() ? std::nullopt : std::optional(name);
    }};

constexpr Domain<Index> a_recipe{"figure in the list", [](const UiContext& ui, std::string_view name) {
                                     return number_among(std::ssize(ui.session.figures), name);
                                 }};

/// Opens or closes a list. While it is open, keys walk through the list and not through the path.
void open_or_close_list(const CommandContext& command, std::string_view name) {
    Workspace& workspace = command.workspace;
    ExportChoices& choices = workspace.exporting;
    choices.open_list = choices.open_list == name ? std::string() : std::string(name);
    if (choices.open_list.empty())
        return;
    if (workspace.field && is_export_path(workspace.field->name))
        choices.path() = workspace.field->text;
    workspace.field.reset();
    choices.by_keys = false;
    const std::vector<ExportChoice> all = listed_choices(command.ui);
    const ExportOption* const option = find_export_option(name);
    const std::string now = option == nullptr ? std::string() : option->value(command.ui, choices);
    const auto found = std::ranges::find(all, now, &ExportChoice::value);
    choices.listed = found == all.end() ? 0 : found - all.begin();
}

void walk_list(const CommandContext& command) {
    ExportChoices& choices = command.workspace.exporting;
    const std::vector<ExportChoice> all = listed_choices(command.ui);
    const Index count = std::ssize(all);
    if (key_pressed(Key::tab) || count == 0)
        choices.open_list.clear();
    else if (key_pressed(Key::enter))
        run_action(listed_prefix(command.ui) + all.at(static_cast<std::size_t>(choices.listed)).value, command);
    else
        choices.listed =
            (choices.listed + count + (key_pressed(Key::down) ? 1 : 0) - (key_pressed(Key::up) ? 1 : 0)) % count;
}

/// Takes e.g. "kind/heads". The dialog shows why an option cannot have a value.
void set_option_to(const CommandContext& command, std::string_view option_and_value) {
    const auto [name, value] = parted(option_and_value);
    set(command, name, value);
}

void choose_recipe(const CommandContext& command, Index place) {
    command.workspace.exporting.marked = place;
}

template <int by>
void turn_page(const CommandContext& command) {
    Index& page = command.workspace.exporting.page;
    page = std::max<Index>(0, page + by);
}

constexpr Domain<std::string_view> a_document{
    "document", [](const UiContext& ui, std::string_view name) -> std::optional<std::string_view> {
        const auto all = export_option("document").choices(ui, ui.workspace.exporting);
        return std::ranges::find(all, name, &ExportChoice::value) == all.end() ? std::nullopt : std::optional(name);
    }};

/// Opens the export dialog at a kind of document.
void open_on_document(const CommandContext& command, std::string_view name) {
    open_export(command);
    go_to_tab(command, ExportTab::document);
    set(command, "document", name);
}

/// Returns search results that create a document, found by its name.
std::vector<Offer> found_documents(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const ExportChoice& document : export_option("document").choices(ui, ui.workspace.exporting)) {
        offers.push_back({.target = "action:make/" + document.value,
                          .label = capitalized(document.value) + "…",
                          .about = document.about,
                          .key = {}});
    }
    return offers;
}

constexpr std::array export_dialog_table{
    ArgumentAction{.id = "make",
                   .takes = taking<a_document, open_on_document>,
                   .menus = InNoMenu::in_its_dialog,
                   .found = found_documents},
    ArgumentAction{.id = "export/tab", .takes = taking<a_tab, go_to_tab>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "export/list", .takes = taking<a_list, open_or_close_list>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "export/set", .takes = taking<any_words, set_option_to>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "export/save", .takes = taking_nothing<save>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "export/copy", .takes = taking<a_way_to_copy, copy>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "export/add", .takes = taking_nothing<add_recipe>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "export/change", .takes = taking_nothing<take_recipe>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "export/recipe", .takes = taking<a_recipe, choose_recipe>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "export/remove", .takes = taking<a_recipe, remove_recipe>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{.id = "export/page/next", .takes = taking_nothing<turn_page<1>>, .menus = InNoMenu::in_its_dialog},
    ArgumentAction{
        .id = "export/page/previous", .takes = taking_nothing<turn_page<-1>>, .menus = InNoMenu::in_its_dialog},
};
static_assert(each_is_in_a_menu_or_says_why_not(export_dialog_table));

} // namespace

std::span<const ArgumentAction> export_dialog_actions() {
    return export_dialog_table;
}

std::vector<ExportChoice> copy_choices() {
    return {{"png", "picture"},
            {"svg", "SVG, as text"},
            {"tex", "TeX"},
            {"md", "table in Markdown"},
            {"csv", "table as CSV"}};
}

namespace {

/// The name of what the figure shows: its array, "A"; for a figure of the whole layer its picture, "one-token".
std::string name_of_shown(const FigureRequest& figure) {
    const FigureKind* const kind = find_figure_kind(figure.kind);
    const Picture* const drawn = kind != nullptr && kind->picture ? &picture(*kind->picture) : nullptr;
    const bool is_of_layer = drawn != nullptr ? drawn->shows_way : kind != nullptr && kind->scope == FigureScope::layer;
    if (!is_of_layer && figure.array)
        return std::string(array_name(*figure.array));
    std::string name(drawn != nullptr ? drawn->label : std::string_view(figure.kind));
    std::ranges::replace(name, ' ', '-');
    return name;
}

} // namespace

void open_export(const CommandContext& command) {
    ExportChoices& choices = command.workspace.exporting;
    const FigureRequest page = std::exchange(choices.figure, shown_figure(command.ui));
    const std::optional<int> shown_decimals = choices.figure.precision;
    keep_figure_options(choices.figure, page);
    if (!page.precision) // unless the user chose others for figures
        choices.figure.precision = shown_decimals;
    choices.figure.dark = page.dark; // light unless chosen otherwise, because paper is
    choices.which = FigureSet::Which::one;
    choices.figure.film = choices.figure.overlay = false;
    const std::filesystem::path folder = std::filesystem::path(choices.paths[0]).parent_path(); // the last export's
    choices.paths[0] = (folder / fmt::format("{}.{}", name_of_shown(choices.figure), choices.format)).string();
    choices.made = {};
    if (choices.paths[1].empty())
        choices.paths[1] = usual_path(choices.document);
    if (choices.paths[2].empty())
        choices.paths[2] = "figures";
    open_export_again(command);
}

void open_export_again(const CommandContext& command) {
    open_overlay(command, Overlay::Kind::exporting);
    command.workspace.exporting.open_list.clear();
    open_path(command.workspace);
}

Result<void> take_export_field(std::string_view option, std::string_view text, const CommandContext& command) {
    const auto changed = with_option(command.ui, option, text);
    if (!changed)
        return changed.error();
    command.workspace.exporting = *changed;
    command.workspace.exporting.said().clear();
    if (option == option_of_key && key_pressed(Key::enter))
        save(command);
    return {};
}

void set_export_path(ExportChoices& choices, std::string_view text) {
    choices.path() = text;
    const std::string ending = path_of(text).extension().string();
    if (choices.tab == ExportTab::figure && ending.size() > 1 && is_figure_ending(ending.substr(1)))
        choices.format = ending.substr(1);
}

Result<void> take_export_path(std::string_view text, const CommandContext& command) {
    set_export_path(command.workspace.exporting, text);
    save(command);
    return {};
}

std::string export_path_field(ExportTab tab) {
    return std::string(path_fields.at(static_cast<std::size_t>(tab)));
}

bool is_export_path(std::string_view field) {
    return std::ranges::find(path_fields, field) != path_fields.end();
}

bool enter_writes(std::string_view field) {
    return is_export_path(field) || option_of_field(field) == option_of_key;
}

void leave_for_next_option(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    workspace.exporting.focus = option_of_field(workspace.field->name);
    if (is_export_path(workspace.field->name))
        set_export_path(workspace.exporting, workspace.field->text);
    else
        enter_field(command);
    if (workspace.field_problem.empty())
        focus_next_option(command, ImGui::GetIO().KeyShift);
}

std::vector<ExportChoice> listed_choices(const UiContext& ui) {
    const ExportChoices& choices = ui.workspace.exporting;
    if (choices.open_list == copy_list)
        return copy_choices();
    const ExportOption* const option = find_export_option(choices.open_list);
    return option == nullptr || option->choices == nullptr ? std::vector<ExportChoice>() : option->choices(ui, choices);
}

std::string listed_prefix(const UiContext& ui) {
    const std::string& open = ui.workspace.exporting.open_list;
    return open == copy_list ? "action:export/copy/" : fmt::format("action:export/set/{}/", open);
}

void walk_export(const CommandContext& command) {
    if (!command.workspace.exporting.open_list.empty()) {
        walk_list(command);
        return;
    }
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
    else if (has_list_in_focus(command.workspace) && (key_pressed(Key::enter) || key_pressed(Key::space))) {
        open_or_close_list(command, std::string(command.workspace.exporting.focus));
        command.workspace.exporting.by_keys = true;
    } else if (key_pressed(Key::enter))
        save(command);
    else if (chord_pressed({.key = letter_key('z'), .control = true}))
        run_action("action:undo", command);
}

} // namespace attn
