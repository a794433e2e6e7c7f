#include "ui/actions/action_tables.h"
#include "ui/actions/playback.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

constexpr std::array playback_action_table{
    Action{.id = "play",
           .label = "Play",
           .chord = key(Key::space),
           .about = "computes the stage before your eyes; again: pause",
           .run = [](const CommandContext& d) { play_or_pause(d.ui, d.workspace); },
           .menus = {{Menu::go, 1, 10}}},
    Action{.id = "play-backward",
           .label = "Play backward",
           .chord = {.key = Key::space, .shift = true},
           .about = "takes apart what was computed",
           .run = [](const CommandContext& d) { play_backward(d.ui, d.workspace); },
           .menus = {{Menu::go, 1, 20}}},
    Action{.id = "skip",
           .label = "Skip",
           .chord = key(letter_key('n')),
           .about = "to the end of what is being said or drawn",
           .run = [](const CommandContext& d) { skip(d.ui, d.workspace); },
           .enabled = [](const UiContext& d) { return d.scope().layout != Scope::Layout::scene; },
           .needs = "A lesson on the wall is led by PageDown.",
           .menus = {{Menu::go, 1, 30}}},
    Action{.id = "play-end",
           .label = "Show all of it",
           .about = "ends playing; also Esc",
           .run = [](const CommandContext& d) { end_playback(d.workspace); },
           .enabled = [](const UiContext& d) { return d.workspace.playback.active; },
           .needs = "Nothing is being played.",
           .menus = {{Menu::go, 1, 40}}},
    Action{.id = "faster",
           .label = "Play faster",
           .chord = key(Key::period),
           .about = "twice as fast",
           .run =
               [](const CommandContext& d) {
                   d.workspace.playback.speed = std::min(d.workspace.playback.speed * 2, 16.0);
               },
           .enabled = [](const UiContext& d) { return !d.scope().is_for_audience; },
           .needs = "In a lecture its key blanks the screen.",
           .menus = {{Menu::go, 1, 50}}}, // clickers blank the screen with this key
    Action{.id = "slower",
           .label = "Play slower",
           .chord = key(Key::comma),
           .about = "half as fast",
           .run =
               [](const CommandContext& d) {
                   d.workspace.playback.speed = std::max(d.workspace.playback.speed / 2, 0.25);
               },
           .menus = {{Menu::go, 1, 60}}},
    Action{.id = "read-cells",
           .label = "Read by cell",
           .about = "each cell is a sum of products",
           .run = [](const CommandContext& d) { choose_reading(d.ui, d.workspace, Reading::cells); },
           .chosen = [](const UiContext& d) { return d.workspace.playback.reading == Reading::cells; },
           .menus = {{Menu::reading, 0, 10}}},
    Action{.id = "read-rows",
           .label = "Read by row",
           .about = "each row comes from one row on the left",
           .run = [](const CommandContext& d) { choose_reading(d.ui, d.workspace, Reading::rows); },
           .enabled = has_readings,
           .needs = "This stage is no product of two matrices.",
           .chosen = [](const UiContext& d) { return d.workspace.playback.reading == Reading::rows; },
           .menus = {{Menu::reading, 0, 20}}},
    Action{.id = "read-outer",
           .label = "Read as outer products",
           .about = "the product is a sum of matrices",
           .run = [](const CommandContext& d) { choose_reading(d.ui, d.workspace, Reading::outer_products); },
           .enabled = has_readings,
           .needs = "This stage is no product of two matrices.",
           .chosen = [](const UiContext& d) { return d.workspace.playback.reading == Reading::outer_products; },
           .menus = {{Menu::reading, 0, 30}}},
};
static_assert(each_is_in_a_menu_or_says_why_not(playback_action_table));

} // namespace

std::span<const Action> playback_actions() {
    return playback_action_table;
}

} // namespace attn
