#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace attn {

/// The menus that the window opens: from its bar, from other menus, and from the buttons that play.
enum class Menu : std::uint8_t {
    presets,
    mask,
    scale,
    positions,
    edit,
    matrix,
    token, ///< of a word that was pressed with the right button
    weights,
    head,
    item,
    notation,
    colours,
    picture,
    reading,
    file,
    help,
    rare, ///< what few layers have
    range,
    go,
    look,
    more ///< what has no room in the bar: the bar knows it
};

/// Where a row stands in a menu. Rules part the groups; the numbers leave room for what comes between.
struct MenuPlace {
    Menu menu{};
    int group = 0;
    int order = 0;
};

/// Why a row stands in no menu.
enum class InNoMenu : std::uint8_t {
    beside_what_it_is_for,   ///< its button or field stands beside that, and means nothing in another place
    in_its_dialog,           ///< of a dialog, a list or the first minute
    as_the_field_it_opens,   ///< the menu has that field
    as_that_of_the_same_row, ///< it is for a chip that was clicked; menus have the one for the row or the chip
    in_the_pipeline          ///< stages are chosen there
};

/// In which menus a row of a table stands, or why in none. Says nothing until one of both is said; the tables do not
/// compile as long as a row says nothing.
class MenuPlaces {
public:
    constexpr MenuPlaces() = default;
    constexpr MenuPlaces(std::initializer_list<MenuPlace> places) : count_(places.size()) {
        std::ranges::copy(places, places_.begin());
    }
    constexpr MenuPlaces(InNoMenu /*why*/) : is_in_none_(true) {}

    constexpr bool is_said() const { return count_ > 0 || is_in_none_; }
    constexpr const MenuPlace* begin() const { return places_.data(); }
    constexpr const MenuPlace* end() const { return places_.data() + count_; }
    /// None where it does not stand in that menu.
    constexpr const MenuPlace* in(Menu menu) const {
        const auto* const found = std::find_if(begin(), end(), [menu](const MenuPlace& it) { return it.menu == menu; });
        return found == end() ? nullptr : found;
    }

private:
    static constexpr std::size_t most = 6;
    std::array<MenuPlace, most> places_{};
    std::size_t count_ = 0;
    bool is_in_none_ = false;
};

template <class Rows>
constexpr bool each_is_in_a_menu_or_says_why_not(const Rows& rows) {
    return std::ranges::all_of(rows, [](const auto& row) { return row.menus.is_said(); });
}

} // namespace attn
