#include "ui/actions/menus.h"

#include "ui/actions/argument_actions.h"
#include "ui/actions/fields.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

namespace attn {

namespace {

constexpr std::array menu_table{
    MenuRow{.id = Menu::presets, .name = "presets"},
    MenuRow{.id = Menu::mask, .name = "mask"},
    MenuRow{.id = Menu::scale, .name = "scale"},
    MenuRow{.id = Menu::positions, .name = "positions"},
    MenuRow{.id = Menu::edit, .name = "edit"},
    MenuRow{.id = Menu::matrix, .name = "matrix"},
    MenuRow{.id = Menu::weights, .name = "weights"},
    MenuRow{.id = Menu::head, .name = "head"},
    MenuRow{.id = Menu::item, .name = "item"},
    MenuRow{.id = Menu::notation, .name = "notation"},
    MenuRow{.id = Menu::colours, .name = "colours"},
    MenuRow{.id = Menu::picture, .name = "picture"},
    MenuRow{.id = Menu::reading, .name = "reading"},
    MenuRow{.id = Menu::file, .name = "file"},
    MenuRow{.id = Menu::help, .name = "help"},
    MenuRow{.id = Menu::go, .name = "go", .label = "Go and play …"},
    MenuRow{.id = Menu::look, .name = "look", .label = "Look and zoom …"},
    MenuRow{.id = Menu::more, .name = "more"},
};

/// What a row offers in a menu; some offer several things, or nothing now.
struct OfferedLine {
    MenuPlace place;
    std::vector<Offer> offers;
};

std::vector<OfferedLine> lines_of(const UiContext& ui, Menu menu) {
    std::vector<OfferedLine> lines;
    for (const Action& action : actions())
        if (const MenuPlace* const place = action.menus.in(menu))
            if (action.offered_while == nullptr || action.offered_while(ui))
                lines.push_back({*place, {offer_of(ui, action)}});
    for (const ArgumentAction* const action : argument_actions())
        if (const MenuPlace* const place = action->menus.in(menu))
            lines.push_back({*place, action->offers(ui, menu)});
    for (const FieldRow& field : fields())
        if (const MenuPlace* const place = field.menus.in(menu))
            lines.push_back({*place, {offer_of(ui, field)}});
    std::ranges::stable_sort(lines, {},
                             [](const OfferedLine& line) { return std::pair(line.place.group, line.place.order); });
    return lines;
}

} // namespace

std::span<const MenuRow> menus() {
    return menu_table;
}

std::optional<Menu> find_menu(std::string_view name) {
    const auto* const found = std::ranges::find(menu_table, name, &MenuRow::name);
    return found == menu_table.end() ? std::nullopt : std::optional(found->id);
}

std::vector<Offer> offers_of_menu(const UiContext& ui, Menu menu) {
    std::vector<Offer> offers;
    int group = 0;
    for (OfferedLine& line : lines_of(ui, menu)) {
        if (line.offers.empty())
            continue;
        if (!offers.empty() && line.place.group != group)
            offers.emplace_back();
        group = line.place.group;
        std::ranges::move(line.offers, std::back_inserter(offers));
    }
    return offers;
}

} // namespace attn
