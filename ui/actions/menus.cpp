#include "ui/actions/menus.h"

#include "ui/actions/argument_actions.h"
#include "ui/actions/fields.h"
#include "ui/actions/lesson_names.h"

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
    MenuRow{.id = Menu::token, .name = "token"},
    MenuRow{.id = Menu::weights, .name = "weights"},
    MenuRow{.id = Menu::head, .name = "head"},
    MenuRow{.id = Menu::item, .name = "item"},
    MenuRow{.id = Menu::notation, .name = "notation"},
    MenuRow{.id = Menu::colours, .name = "colours"},
    MenuRow{.id = Menu::picture, .name = "picture"},
    MenuRow{.id = Menu::reading, .name = "reading"},
    MenuRow{.id = Menu::file, .name = "file"},
    MenuRow{.id = Menu::help, .name = "help"},
    MenuRow{.id = Menu::rare, .name = "rare"},
    MenuRow{.id = Menu::range, .name = "range"},
    MenuRow{.id = Menu::go, .name = "go", .label = "Go and play …"},
    MenuRow{.id = Menu::look, .name = "look", .label = "Look and zoom …"},
    MenuRow{.id = Menu::next_word, .name = "next-word"},
    MenuRow{.id = Menu::more, .name = "more"},
};

/// The title above a group of a menu that has many.
struct GroupTitle {
    Menu menu{};
    int group = 0;
    std::string_view title;
};
constexpr std::array group_titles{
    GroupTitle{Menu::file, 1, "OPEN AGAIN"},
    GroupTitle{Menu::token, 0, "THIS WORD"},
    GroupTitle{Menu::token, 1, "THE SENTENCE"},
    GroupTitle{Menu::edit, 1, "SESSION"},
    GroupTitle{Menu::edit, 2, "THIS HEAD"},
    GroupTitle{Menu::edit, 4, "WORDS"},
    GroupTitle{Menu::edit, 5, "PINS"},
    GroupTitle{Menu::rare, 1, "WHAT OTHER LAYERS HAVE"},
    GroupTitle{Menu::range, 1, "COLOURS REACH OVER"},
    GroupTitle{Menu::colours, 1, "COLOURS REACH OVER"},
    GroupTitle{Menu::colours, 2, "BASELINE"},
    GroupTitle{Menu::matrix, 0, "CELLS"},
    GroupTitle{Menu::matrix, 1, "THE WHOLE MATRIX"},
    GroupTitle{Menu::matrix, 4, "COPY"},
};

std::string title_of(Menu menu, int group) {
    const auto* const found = std::ranges::find_if(
        group_titles, [&](const GroupTitle& row) { return row.menu == menu && row.group == group; });
    return found == group_titles.end() ? std::string() : std::string(found->title);
}

/// A row's offers in a menu: one, several, or none now.
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
        std::erase_if(line.offers, [&](const Offer& offer) { return is_named_later(ui, offer.target); });
        if (line.offers.empty())
            continue;
        std::string title = title_of(menu, line.place.group);
        if (offers.empty() ? !title.empty() : line.place.group != group)
            offers.push_back({.target = {}, .label = std::move(title), .about = {}, .key = {}});
        group = line.place.group;
        std::ranges::move(line.offers, std::back_inserter(offers));
    }
    return offers;
}

} // namespace attn
