#include "core/document/options/session_notation.h"
#include "core/document/session/edits.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/options.h"
#include "core/notation/in_notation.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/menus.h"
#include "ui/actions/navigation.h"
#include "ui/actions/picture_offers.h"
#include "ui/document/offered_notations.h"
#include "ui/document/remembered.h"
#include "ui/document/seen_files.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <iterator>
#include <utility>

namespace attn {

namespace {

// --- Domains ---------------------------------------------------------------------------------------------------------

constexpr Domain<ArrayId> an_array{"stage", [](const UiContext&, std::string_view name) { return find_array(name); }};

constexpr Domain<Menu> a_menu{"menu", [](const UiContext&, std::string_view name) { return find_menu(name); }};

constexpr Domain<PictureId> a_picture{"picture",
                                      [](const UiContext&, std::string_view name) -> std::optional<PictureId> {
                                          const auto all = pictures();
                                          const auto row = std::ranges::find(all, name, &Picture::name);
                                          return row == all.end() ? std::nullopt : std::optional(row->id());
                                      }};

constexpr Domain<NotationChoice> a_notation{
    "notation", [](const UiContext& ui, std::string_view name) { return offered_notation(ui, name); }};

constexpr Domain<const Option*> a_switch{
    "option", [](const UiContext&, std::string_view name) -> std::optional<const Option*> {
        const Option* const option = find_option(name);
        const bool is_switch = option != nullptr && option->kind == Option::Kind::truth;
        return is_switch ? std::optional(option) : std::nullopt;
    }};

constexpr Domain<const Option*> a_number_option{
    "option", [](const UiContext&, std::string_view name) -> std::optional<const Option*> {
        const Option* const option = find_option(name);
        const bool has_field = option != nullptr && option->takes_number() && find_menu(option->menu).has_value();
        return has_field ? std::optional(option) : std::nullopt;
    }};

constexpr Domain<int> how_many_decimals{"number of decimals", [](const UiContext&, std::string_view name) {
                                            const bool is_one = name.size() == 1 && name.front() >= '0' &&
                                                                name.front() <= '0' + most_shown_decimals;
                                            return is_one ? std::optional(name.front() - '0') : std::nullopt;
                                        }};

constexpr Domain<Index> an_item{
    "item", [](const UiContext& ui, std::string_view name) { return number_among(ui.sizes().B, name); }};

constexpr Domain<Index> a_recent_file{"recent file", [](const UiContext& ui, std::string_view name) {
                                          return number_among(std::ssize(ui.status.recent), name);
                                      }};

constexpr Domain<std::string_view> a_preset{
    "preset", [](const UiContext& ui, std::string_view name) -> std::optional<std::string_view> {
        const bool is_known = std::ranges::find(ui.status.presets, name, &Preset::name) != ui.status.presets.end();
        return is_known ? std::optional(name) : std::nullopt;
    }};

// --- Effects ---------------------------------------------------------------------------------------------------------

/// Opens a menu, or closes it if it is open already.
void open_menu(const CommandContext& command, Menu menu) {
    const std::string_view name = std::ranges::find(menus(), menu, &MenuRow::id)->name;
    const bool same = command.workspace.overlay && command.workspace.overlay->menu == name;
    command.workspace.overlay.reset();
    if (!same)
        hang_menu(command, std::string(name));
}

void show_array(const CommandContext& command, ArrayId array) {
    if (is_stage(array))
        go_to_step(command.ui, command.workspace, array);
    else
        show_parameter(command.ui, command.workspace, array);
}

void show_named_picture(const CommandContext& command, PictureId id) {
    show_picture(command.ui, command.workspace, id);
}

void choose_notation(const CommandContext& command, const NotationChoice& notation) {
    const Session& session = command.ui.session;
    if (session.notation != notation)
        make(command, SetNotation{{}, session.tokens_as_columns, notation});
}

void show_decimals(const CommandContext& command, int count) {
    command.workspace.decimals = count;
}

void switch_option(const CommandContext& command, const Option* option) {
    const bool is_on = option->value(command.ui.layer()).has_value();
    make(command, SetOption{option->id, is_on ? OptionValue() : OptionValue(1)});
}

/// Opens the option's field in the menu that shows it.
void ask_for_option(const CommandContext& command, const Option* option) {
    const bool is_under_more = option->is_rare && !option->value(command.ui.layer()).has_value();
    ask_in_menu(command, is_under_more ? "rare" : std::string(option->menu), fmt::format("field:{}", option->name));
}

/// Shows one head alone, even if all were shown side by side.
void show_head(const CommandContext& command, Index head) {
    choose_head(command.ui, command.workspace, head);
    if (!command.ui.scope().is_taught && shown_picture(command.ui) == PictureId::heads)
        run_action("action:all-heads", command);
}

/// Switches a head off, or on again, and shows it.
void switch_head(const CommandContext& command, Index head) {
    choose_head(command.ui, command.workspace, head);
    make(command, SetHeadOn{head, !command.ui.layer().heads.at(static_cast<std::size_t>(head)).on});
}

void show_item(const CommandContext& command, Index item) {
    choose_item(command.ui, command.workspace, item);
}

void open_recent(const CommandContext& command, Index number) {
    ask(command, OpenFile{command.ui.status.recent[static_cast<std::size_t>(number)]});
}

void open_preset(const CommandContext& command, std::string_view name) {
    ask(command, OpenPreset{std::string(name)});
}

// --- Offers ----------------------------------------------------------------------------------------------------------

/// Returns offers of the menus that no button opens; the menus of the layer contain the offer of the menu of rare
/// options.
std::vector<Offer> menus_by_name(const UiContext& /*ui*/, Menu menu) {
    if (menu != Menu::help)
        return {{.target = "action:menu/rare", .label = "More of the layer …", .about = {}, .key = {}}};
    std::vector<Offer> offers;
    for (const MenuRow& row : menus())
        if (!row.label.empty())
            offers.push_back({.target = fmt::format("action:menu/{}", row.name),
                              .label = std::string(row.label),
                              .about = {},
                              .key = {}});
    return offers;
}

std::vector<Offer> options_in(const UiContext& ui, Menu menu) {
    const auto is_here = [&](const Option& option) {
        if (menu == Menu::rare)
            return option.is_rare && find_menu(option.menu).has_value();
        return find_menu(option.menu) == menu && (!option.is_rare || option.value(ui.layer()).has_value());
    };
    std::vector<Offer> offers;
    for (const Option& option : options())
        if (is_here(option))
            std::ranges::move(offers_of(ui, option), std::back_inserter(offers));
    return offers;
}

/// Returns the options that have no action of their own.
std::vector<Offer> found_options(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const Option& option : options())
        for (Offer& offer : offers_of(ui, option))
            if (offer.target.starts_with(action_prefix) &&
                find_action(std::string_view(offer.target).substr(action_prefix.size())) == nullptr)
                offers.push_back(std::move(offer));
    return offers;
}

/// Returns the options whose value is a number.
std::vector<Offer> found_number_options(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const Option& option : options())
        if (option.takes_number() && find_menu(option.menu)) {
            Offer offer = offers_of(ui, option).back();
            offer.target = fmt::format("action:ask-option/{}", option.name);
            offer.label += "…";
            offers.push_back(std::move(offer));
        }
    return offers;
}

std::vector<Offer> found_notations(const UiContext& ui) {
    std::vector<Offer> offers;
    const auto offer = [&](const NotationProfile& profile) {
        offers.push_back({.target = fmt::format("action:notation/{}", profile.name),
                          .label = fmt::format("Notation: {}", profile.label),
                          .about = fmt::format("symbols such as {}", profile.about),
                          .key = profile.about,
                          .chosen = ui.session.notation.name() == profile.name});
    };
    for (const NotationChoice& choice : offered_notations(ui))
        offer(choice.profile());
    return offers;
}

/// One offer per number of decimals, found by words such as "three decimals".
std::vector<Offer> found_decimals(const UiContext& ui) {
    constexpr std::array<std::string_view, most_shown_decimals + 1> counts{"no",   "one",  "two", "three",
                                                                           "four", "five", "six"};
    std::vector<Offer> offers;
    for (int count = 0; count <= most_shown_decimals; ++count)
        offers.push_back({.target = fmt::format("action:decimals/{}", count),
                          .label = fmt::format("Decimals: {}", count),
                          .about = fmt::format("numbers in cells with {} decimal{}",
                                               counts.at(static_cast<std::size_t>(count)), count == 1 ? "" : "s"),
                          .key = {},
                          .chosen = ui.workspace.decimals == count});
    return offers;
}

std::vector<Offer> found_stages(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const ArrayId stage : stages_of(ui.trace))
        offers.push_back({.target = fmt::format("action:step/{}", array_name(stage)),
                          .label = fmt::format("Show {}", shown_name(ui.session, stage)),
                          .about = array_title(ui.session, stage).letters(),
                          .key = {}});
    return offers;
}

std::vector<Offer> weights_of_layer(const UiContext& ui, Menu /*menu*/) {
    std::vector<Offer> offers;
    for (const Array& row : parameters())
        if (has_array(ui, row.id)) {
            const Shape shape = shape_of(ui.sizes(), row.id);
            offers.push_back({.target = fmt::format("action:show/{}", array_name(row.id)),
                              .label = array_label(ui, row.id).letters(),
                              .about = {},
                              .key = fmt::format("{}×{}", shape.rows, shape.columns),
                              .chosen = ui.workspace.parameter == row.id});
        }
    return offers;
}

std::vector<Offer> found_weights(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const Array& row : parameters())
        if (has_array(ui, row.id))
            offers.push_back({.target = fmt::format("action:show/{}", array_name(row.id)),
                              .label = fmt::format("Show {}", shown_name(ui.session, row.id)),
                              .about = array_title(ui.session, row.id).letters(),
                              .key = {}});
    return offers;
}

std::vector<Offer> numbered(std::string_view kind, Index count, Index chosen) {
    std::vector<Offer> offers;
    for (Index i = 0; i < count; ++i)
        offers.push_back({.target = fmt::format("action:{}/{}", kind, i + 1),
                          .label = fmt::format("{} {}", kind, i + 1),
                          .about = {},
                          .key = {},
                          .chosen = i == chosen});
    return offers;
}

std::vector<Offer> heads_by_number(const UiContext& ui, Menu /*menu*/) {
    return numbered("head", ui.sizes().H, ui.workspace.head);
}

std::vector<Offer> found_heads(const UiContext& ui) {
    std::vector<Offer> offers;
    for (Index head = 0; head < ui.sizes().H; ++head)
        offers.push_back({.target = fmt::format("action:head/{}", head + 1),
                          .label = fmt::format("Head {}", head_number(ui.session, head)),
                          .about = "",
                          .key = head < 9 ? fmt::format("Alt+{}", head + 1) : std::string()});
    return offers;
}

std::vector<Offer> items_by_number(const UiContext& ui, Menu /*menu*/) {
    return numbered("item", ui.sizes().B, ui.workspace.item);
}

/// The recent files that still exist. `opens`: the text before their names.
std::vector<Offer> offers_of_recent_files(const UiContext& ui, std::string_view opens) {
    std::vector<Offer> offers;
    for (std::size_t i = 0; i < ui.status.recent.size(); ++i) {
        const std::filesystem::path& file = ui.status.recent[i];
        if (ui.status.files->is_there(file))
            offers.push_back({.target = fmt::format("action:recent/{}", i + 1),
                              .label = fmt::format("{}{}", opens, printable(file.filename().string())),
                              .about = printable_path(file.parent_path()),
                              .key = printable(file.parent_path().filename().string())});
    }
    return offers;
}

/// Returns the recent files for a menu, each with its folder's name after it.
std::vector<Offer> recent_by_name(const UiContext& ui, Menu /*menu*/) {
    std::vector<Offer> offers = offers_of_recent_files(ui, "");
    for (Offer& offer : offers)
        offer.about.clear();
    return offers;
}

std::vector<Offer> found_recent(const UiContext& ui) {
    std::vector<Offer> offers = offers_of_recent_files(ui, "Open ");
    for (Offer& offer : offers)
        offer.key.clear();
    return offers;
}

std::vector<Offer> presets_by_title(const UiContext& ui, Menu /*menu*/) {
    std::vector<Offer> offers;
    for (const Preset& preset : ui.status.presets)
        offers.push_back({.target = "action:preset/" + preset.name,
                          .label = preset.title,
                          .about = text_in(ui.session, preset.question),
                          .key = {},
                          .chosen = preset.title == ui.session.title,
                          .tells = true});
    return offers;
}

std::vector<Offer> found_presets(const UiContext& ui) {
    std::vector<Offer> offers;
    for (const Preset& preset : ui.status.presets)
        offers.push_back({.target = "action:preset/" + preset.name,
                          .label = "Open " + preset.title,
                          .about = text_in(ui.session, preset.question),
                          .key = {}});
    return offers;
}

// The rows are in the order of the search's results.
constexpr std::array choice_table{
    ArgumentAction{.id = "menu",
                   .takes = taking<a_menu, open_menu>,
                   .menus = {{Menu::help, 2, 10},
                             {Menu::mask, 9, 10},
                             {Menu::scale, 9, 10},
                             {Menu::positions, 9, 10},
                             {Menu::edit, 9, 10}},
                   .offers = menus_by_name},
    ArgumentAction{.id = "option",
                   .takes = taking<a_switch, switch_option>,
                   .menus = {{Menu::mask, 2, 10},
                             {Menu::scale, 0, 10},
                             {Menu::positions, 1, 10},
                             {Menu::edit, 1, 50},
                             {Menu::rare, 1, 10}},
                   .offers = options_in,
                   .found = found_options},
    ArgumentAction{.id = "ask-option",
                   .takes = taking<a_number_option, ask_for_option>,
                   .menus = InNoMenu::as_the_field_it_opens,
                   .found = found_number_options},
    ArgumentAction{.id = "picture",
                   .takes = taking<a_picture, show_named_picture>,
                   .menus = {{Menu::picture, 0, 10}},
                   .offers = [](const UiContext& ui, Menu) { return pictures_by_kind(ui); },
                   .found = found_pictures},
    ArgumentAction{.id = "notation",
                   .takes = taking<a_notation, choose_notation>,
                   .menus = {{Menu::notation, 0, 10}},
                   .offers = [](const UiContext& ui, Menu) { return found_notations(ui); },
                   .found = found_notations},
    ArgumentAction{.id = "decimals",
                   .takes = taking<how_many_decimals, show_decimals>,
                   .menus = InNoMenu::as_that_of_the_same_row,
                   .found = found_decimals},
    ArgumentAction{
        .id = "step", .takes = taking<an_array, show_array>, .menus = InNoMenu::in_the_pipeline, .found = found_stages},
    ArgumentAction{.id = "show",
                   .takes = taking<an_array, show_array>,
                   .menus = {{Menu::weights, 0, 10}},
                   .offers = weights_of_layer,
                   .found = found_weights},
    ArgumentAction{.id = "head",
                   .takes = taking<a_head, show_head>,
                   .menus = {{Menu::head, 0, 10}},
                   .offers = heads_by_number,
                   .found = found_heads},
    ArgumentAction{.id = "switch-head", .takes = taking<a_head, switch_head>, .menus = InNoMenu::beside_what_it_is_for},
    ArgumentAction{
        .id = "item", .takes = taking<an_item, show_item>, .menus = {{Menu::item, 0, 10}}, .offers = items_by_number},
    ArgumentAction{.id = "recent",
                   .takes = taking<a_recent_file, open_recent>,
                   .menus = {{Menu::file, 1, 10}},
                   .offers = recent_by_name,
                   .found = found_recent},
    ArgumentAction{.id = "preset",
                   .takes = taking<a_preset, open_preset>,
                   .menus = {{Menu::presets, 0, 10}},
                   .offers = presets_by_title,
                   .found = found_presets},
};
static_assert(each_is_in_a_menu_or_says_why_not(choice_table));

} // namespace

std::span<const ArgumentAction> choice_actions() {
    return choice_table;
}

} // namespace attn
