#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace attn {

/// The menus of the window: opened from its bar, from other menus, or from the buttons of the film.
enum class Menu : std::uint8_t {
    presets,
    mask,
    scale,
    positions,
    edit,
    matrix,
    token, ///< the word pressed with the right button
    weights,
    head,
    item,
    notation,
    colours,
    picture,
    reading,
    file,
    help,
    rare, ///< options that few layers have
    range,
    go,
    look,
    next_word, ///< the rule by which a model's next word is drawn
    more       ///< buttons for which the bar has no room
};

/// The position of a row in a menu. Rules separate groups; the numbers leave gaps for later rows.
struct MenuPlace {
    Menu menu{};
    int group = 0;
    int order = 0;
};

/// The reason why a row is in no menu.
enum class InNoMenu : std::uint8_t {
    beside_what_it_is_for,   ///< its button or field is beside its object, and means nothing elsewhere
    in_its_dialog,           ///< in a dialog, a list or the introduction
    as_the_field_it_opens,   ///< the menu has the field that it opens
    as_that_of_the_same_row, ///< for a clicked chip; menus have the action for the row or the chip
    in_the_pipeline          ///< stages are chosen in the pipeline
};

/// The menus in which a row of a table is, or the reason why it is in none. The default says neither; a table with such
/// a row does not compile.
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
    /// Returns the row's position in a menu; nullptr if that menu does not have the row.
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
