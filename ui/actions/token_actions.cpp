#include "ui/actions/action_tables.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/fields.h"

#include <array>

namespace attn {

namespace {

void open_sentence(const CommandContext& command) {
    begin_field(command.ui, command.workspace, "field:sentence");
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
           .menus = {{Menu::edit, 4, 20}}},
    Action{.id = "add-context-token",
           .label = "Add a token to keys and values",
           .chord = {.key = Key::insert, .shift = true},
           .about = "at the end of the second sequence",
           .run = [](const CommandContext& d) { add_token(d, Side::context); },
           .enabled = [](const UiContext& d) { return d.layer().context != nullptr; },
           .acts_on = ActsOn::tokens,
           .menus = {{Menu::edit, 4, 30}}},
    Action{.id = "sentence",
           .label = "Write the sentence",
           .chord = control(letter_key('l')),
           .about = "all tokens at once",
           .run = [](const CommandContext& d) { open_sentence(d); },
           .acts_on = ActsOn::tokens,
           .menus = {{Menu::edit, 4, 10}}},
    Action{.id = "rename-token",
           .label = "Rename the token",
           .chord = {.key = Key::f2, .shift = true},
           .about = "of the selected row",
           .run = [](const CommandContext& d) { rename_token(d); },
           .enabled = has_token_to_change,
           .acts_on = ActsOn::token,
           .menus = {{Menu::edit, 4, 40}}},
    Action{.id = "token-left",
           .label = "Move the token to the left",
           .chord = {.key = Key::left, .alt = true},
           .about = "of the selected row",
           .run = [](const CommandContext& d) { move_token(d, -1); },
           .enabled = has_token_to_change,
           .acts_on = ActsOn::token,
           .menus = {{Menu::edit, 4, 50}}},
    Action{.id = "token-right",
           .label = "Move the token to the right",
           .chord = {.key = Key::right, .alt = true},
           .about = "of the selected row",
           .run = [](const CommandContext& d) { move_token(d, 1); },
           .enabled = has_token_to_change,
           .acts_on = ActsOn::token,
           .menus = {{Menu::edit, 4, 60}}},
    Action{.id = "remove-token",
           .label = "Remove the token",
           .chord = control(Key::del),
           .about = "of the selected row",
           .run = [](const CommandContext& d) { remove_token(d); },
           .enabled = has_token_to_change,
           .acts_on = ActsOn::token,
           .menus = {{Menu::edit, 4, 70}}},
};
static_assert(each_is_in_a_menu_or_says_why_not(token_action_table));

} // namespace

std::span<const Action> token_actions() {
    return token_action_table;
}

} // namespace attn
