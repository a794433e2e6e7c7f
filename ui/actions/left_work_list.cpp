#include "ui/actions/left_work_list.h"

#include "ui/toolkit/key.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

Index shown_left_works(const UiContext& ui) {
    return std::min<Index>(std::ssize(ui.status.left_work), most_rows_of_left_work);
}

Index marked_left_work_button(const UiContext& ui) {
    return std::clamp<Index>(ui.workspace.overlay->marked, 0, buttons_of_left_work * shown_left_works(ui));
}

std::string open_left_work_target(Index row) {
    return fmt::format("action:left-open/{}", row + 1);
}

std::string discard_left_work_target(Index row) {
    return fmt::format("action:left-discard/{}", row + 1);
}

void walk_left_work(const CommandContext& command) {
    const auto pressed_key = [](Key key) { return chord_pressed({.key = key}); };
    const Index buttons = buttons_of_left_work * shown_left_works(command.ui) + 1;
    Index marked = marked_left_work_button(command.ui);
    if (pressed_key(Key::right) || pressed_key(Key::tab))
        marked = (marked + 1) % buttons;
    if (pressed_key(Key::left))
        marked = (marked + buttons - 1) % buttons;
    if (pressed_key(Key::down))
        marked = std::min(marked + buttons_of_left_work, buttons - 1);
    if (pressed_key(Key::up))
        marked = std::max<Index>(marked - buttons_of_left_work, marked % buttons_of_left_work);
    command.workspace.overlay->marked = marked;
    const Index row = std::min(marked / buttons_of_left_work, shown_left_works(command.ui) - 1);
    if (chord_pressed({.key = letter_key('o')}))
        run_action(open_left_work_target(row), command);
    else if (chord_pressed({.key = letter_key('d')}))
        run_action(discard_left_work_target(row), command);
    else if (pressed_key(Key::enter) && marked == buttons - 1)
        run_action("action:close", command);
    else if (pressed_key(Key::enter))
        run_action(marked % buttons_of_left_work == 0 ? open_left_work_target(row) : discard_left_work_target(row),
                   command);
}

} // namespace attn
