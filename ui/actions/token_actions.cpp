#include "core/document/session/edits.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/fields.h"
#include "ui/actions/token_places.h"
#include "ui/actions/words_example.h"

#include <array>
#include <fmt/core.h>
#include <optional>
#include <string>

namespace attn {

namespace {

void open_sentence(const CommandContext& command) {
    begin_field(command.ui, command.workspace, "field:sentence");
}

/// The token to be hidden as a key, or shown again: the chosen one, that of the selected column, or that of the
/// selected row.
std::optional<TokenPlace> token_to_hide(const UiContext& ui) {
    for (const auto& place : {ui.workspace.chosen_token, selected_key(ui), selected_token(ui)})
        if (place && place->side == key_side(ui))
            return place;
    return std::nullopt;
}

bool can_hide_token(const UiContext& ui) {
    return has_array(ui, ArrayId::mask) &&
           !ui.layer().given.contains(Address{ui.layer().number, ArrayId::mask, 0, 0}) && token_to_hide(ui).has_value();
}

/// True if the key's whole column of the painted mask is −∞.
bool is_hidden(const Mask& mask, Index key) {
    for (Index i = 0; i < mask.painted.rows(); ++i)
        if (mask.painted(i, key) != minus_infinity)
            return false;
    return !mask.painted.empty();
}

bool is_token_hidden(const UiContext& ui) {
    const auto place = token_to_hide(ui);
    return place && is_hidden(ui.layer().mask, place->token);
}

std::string hide_label(const UiContext& ui) {
    const auto place = token_to_hide(ui);
    const std::string name = place ? token_name(ui, true, place->token).letters() : "the token";
    return is_token_hidden(ui) ? fmt::format("Show {} again", name) : fmt::format("Hide {} from all", name);
}

/// True if nothing but that column of the mask is painted.
bool is_painted_alone(const Matrix& painted, Index key) {
    for (Index i = 0; i < painted.rows(); ++i)
        for (Index j = 0; j < painted.columns(); ++j)
            if (j != key && painted(i, j) != 0)
                return false;
    return true;
}

/// Sets the token's column of the mask to −∞, or removes what is painted there.
void hide_or_show_token(const CommandContext& command) {
    const auto place = token_to_hide(command.ui);
    if (!place)
        return;
    const Mask& mask = command.ui.layer().mask;
    const bool shows = is_hidden(mask, place->token);
    if (shows && is_painted_alone(mask.painted, place->token))
        return make(command, ClearPaintedMask{});
    Fill column;
    column.array = ArrayId::mask; // the mask, whose columns are keys
    column.first_column = place->token;
    column.columns = 1;
    column.with = Fill::With::constant;
    column.number = shows ? 0 : minus_infinity;
    make(command, column);
}

constexpr std::array token_action_table{
    Action{.id = "rename-chosen-token",
           .label = "Rename the chosen token",
           .chord = key(Key::enter),
           .other_chord = key(Key::f2),
           .about = "the one whose chip was clicked",
           .run = rename_token,
           .enabled = has_chosen_token,
           .acts_on = ActsOn::chosen_token,
           .menus = InNoMenu::as_that_of_the_same_row},
    Action{.id = "remove-chosen-token",
           .label = "Remove the chosen token",
           .chord = key(Key::del),
           .about = "the one whose chip was clicked",
           .run = remove_token,
           .enabled = has_chosen_token,
           .acts_on = ActsOn::chosen_token,
           .menus = InNoMenu::as_that_of_the_same_row},
    Action{.id = "add-token",
           .label = "Add a token",
           .chord = key(Key::insert),
           .about = "at the end of the sentence",
           .run = [](const CommandContext& d) { add_token(d, Side::sequence); },
           .acts_on = ActsOn::tokens,
           .menus = {{Menu::edit, 4, 20}, {Menu::token, 1, 10}}},
    Action{.id = "add-context-token",
           .label = "Add a token to keys and values",
           .chord = {.key = Key::insert, .shift = true},
           .about = "at the end of the second sequence",
           .run = [](const CommandContext& d) { add_token(d, Side::context); },
           .enabled = [](const UiContext& d) { return d.layer().context != nullptr; },
           .needs = "There is no second sequence.",
           .acts_on = ActsOn::tokens,
           .menus = {{Menu::edit, 4, 30}}},
    Action{.id = "sentence",
           .label = "Write the sentence",
           .chord = control(letter_key('l')),
           .about = "all tokens at once",
           .run = [](const CommandContext& d) { open_sentence(d); },
           .acts_on = ActsOn::tokens,
           .menus = {{Menu::edit, 4, 10}, {Menu::token, 1, 20}}},
    Action{.id = "context-sentence",
           .label = "Write what is read",
           .chord = {.key = letter_key('l'), .alt = true},
           .about = "all tokens of keys and values at once; also Tab from the other field",
           .run = [](const CommandContext& d) { begin_field(d.ui, d.workspace, "field:context-sentence"); },
           .enabled = [](const UiContext& d) { return d.layer().context != nullptr; },
           .acts_on = ActsOn::tokens,
           .menus = {{Menu::edit, 4, 15}},
           .offered_while = [](const UiContext& d) { return d.layer().context != nullptr; }},
    Action{.id = "rename-token",
           .label = "Rename the token",
           .chord = {.key = Key::f2, .shift = true},
           .about = "of the selected {row}",
           .run = [](const CommandContext& d) { rename_token(d); },
           .enabled = has_token_to_change,
           .needs = "Select a word first, by its {row} or its chip.",
           .acts_on = ActsOn::token,
           .menus = {{Menu::edit, 4, 40}, {Menu::token, 0, 20}}},
    Action{.id = "token-left",
           .label = "Move the token to the left",
           .chord = {.key = Key::left, .alt = true},
           .about = "of the selected {row}: it swaps places with the word before it",
           .run = [](const CommandContext& d) { move_token(d, -1); },
           .enabled = has_token_to_change,
           .needs = "Select a word first, by its {row} or its chip.",
           .acts_on = ActsOn::token,
           .menus = {{Menu::edit, 4, 50}, {Menu::token, 0, 30}}},
    Action{.id = "token-right",
           .label = "Move the token to the right",
           .chord = {.key = Key::right, .alt = true},
           .about = "of the selected {row}: it swaps places with the word behind it",
           .run = [](const CommandContext& d) { move_token(d, 1); },
           .enabled = has_token_to_change,
           .needs = "Select a word first, by its {row} or its chip.",
           .acts_on = ActsOn::token,
           .menus = {{Menu::edit, 4, 60}, {Menu::token, 0, 40}}},
    Action{.id = "hide-token",
           .label = "Hide the word from all",
           .label_now = hide_label,
           .about = "with −∞ in its {column} of the mask no query reads it",
           .run = hide_or_show_token,
           .enabled = can_hide_token,
           .needs = "No word that is read is selected, or the mask is given as a whole.",
           .chosen = is_token_hidden,
           .menus = {{Menu::token, 0, 10}, {Menu::edit, 4, 65}, {Menu::mask, 1, 5}, {Menu::matrix, 0, 80}}},
    Action{.id = "take-to-words",
           .label = "Take the sentence to an example that reads words",
           .label_now = words_example_label,
           .about = "opens that with what was typed here",
           .run = take_to_words,
           .enabled = [](const UiContext& d) { return !words_example_label(d).empty(); },
           .menus = InNoMenu::beside_what_it_is_for,
           .offered_while = [](const UiContext& d) { return !words_example_label(d).empty(); }},
    Action{.id = "remove-token",
           .label = "Remove the token",
           .chord = control(Key::del),
           .about = "of the selected {row}",
           .run = [](const CommandContext& d) { remove_token(d); },
           .enabled = has_token_to_change,
           .needs = "Select a word first, by its {row} or its chip.",
           .acts_on = ActsOn::token,
           .menus = {{Menu::edit, 4, 70}, {Menu::token, 0, 50}}},
};
static_assert(each_is_in_a_menu_or_says_why_not(token_action_table));

} // namespace

std::span<const Action> token_actions() {
    return token_action_table;
}

} // namespace attn
