// Lists all pins, each with its cell, its value, and the value that it replaces. A click goes to the cell, × removes
// the pin.

#include "core/document/session/edits.h"
#include "core/explain/pins_upstream.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/text_layout.h"
#include "ui/actions/navigation.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace attn {

namespace {

constexpr float pins_line = 32;
constexpr float pins_around = 84 + 62; ///< height of everything above and below the list
constexpr float remove_width = 36;
constexpr int pins_decimals = 3;

const std::pair<const CellId, float>& pin_at(const UiContext& ui, Index place) {
    return *std::next(ui.layer().pins.begin(), place);
}

Index marked_pin(const UiContext& ui) {
    return moved_mark(ui.workspace.overlay->marked, 0, count_of_pins(ui));
}

/// The cell's name in the notation: "scores⁽²⁾[4,2]".
std::string name_of(const UiContext& ui, const CellId& cell) {
    const std::string item = ui.trace.extent(cell.array).items > 1 ? fmt::format(" of item {}", cell.item + 1) : "";
    return fmt::format("{}[{},{}]{}", matrix_name(ui.session, cell.array, cell.head), cell.row + 1, cell.column + 1,
                       item);
}

float computed_right(const Form& form) {
    return form.right() - remove_width;
}

float held_right(const Form& form) {
    return computed_right(form) - 100;
}

void add_pin(Form& form, const CellId& cell, float value, const Box& line) {
    const UiContext& ui = form.ui();
    const float baseline = line.y + 21;
    const float width = form.write({Form::margin, baseline}, name_of(ui, cell), form.theme().ink, bold());
    const float words = Form::margin + std::max(width, 120.0F) + space::medium;
    form.write({words, baseline}, cell_words(ui, cell).letters(), form.theme().dim, {}, Horizontal::left,
               held_right(form) - 80 - words);
    const std::string held = display_number(value, pins_decimals);
    const std::string computed = display_number(static_cast<float>(value_without_pin(ui.trace, cell)), pins_decimals);
    form.write({held_right(form), baseline}, held, form.theme().ink, bold(), Horizontal::right);
    form.write({computed_right(form), baseline}, computed, form.theme().dim, {}, Horizontal::right);
    form.scene().values.insert_or_assign("link:" + cell_name(cell), fmt::format("{} instead of {}", held, computed));
    form.cross({line.right() - remove_width, line.y, remove_width, line.height}, "action:unpin/" + cell_name(cell));
}

void add_pins(Form& form, Index count) {
    const UiContext& ui = form.ui();
    const float heads = form.top() + 14;
    form.note("Held at a number, whatever is computed there.");
    form.write({held_right(form), heads}, "pinned", form.theme().dim, small(), Horizontal::right);
    form.write({computed_right(form), heads}, "instead of", form.theme().dim, small(), Horizontal::right);
    form.skip(space::medium);
    const float room = std::max(pins_line, form.around().window.height * 0.8F - pins_around);
    const float height = std::min(room, static_cast<float>(count) * pins_line);
    const ListWindow shown = form.list(
        {space::medium, form.top(), form.box().width - 2 * space::medium, height},
        {.count = count,
         .marked = marked_pin(ui),
         .line = pins_line,
         .target_of = [&](Index i) { return "link:" + cell_name(pin_at(ui, i).first); },
         .add_line = [&](Index i,
                         const Box& line) { add_pin(form, pin_at(ui, i).first, pin_at(ui, i).second, line); }});
    form.skip(static_cast<float>(shown.count()) * pins_line + space::medium);
    if (shown.last_first > 0)
        form.write({form.right(), form.top() + 20}, fmt::format("{} to {} of {}", shown.first + 1, shown.end, count),
                   form.theme().dim, small(), Horizontal::right);
}

} // namespace

Index count_of_pins(const UiContext& ui) {
    return std::ssize(ui.layer().pins);
}

void draw_pins(Form& form) {
    const Index count = count_of_pins(form.ui());
    form.set_width(720);
    form.title();
    form.scene().values.insert_or_assign("pins", std::to_string(count));
    if (count == 0) {
        form.note("There are none. A pin holds one cell of a stage at a number of yours, and all that follows is "
                  "computed from it. Select a cell and press Ctrl+K to hold it as it is, or type another number into "
                  "it.",
                  "pins.empty");
        form.skip(space::medium);
        form.foot({{.target = "action:close", .label = "Close"}});
    } else {
        add_pins(form, count);
        form.foot_with_keys(
            {{.target = "action:unpin-all", .label = "Remove all"}, {.target = "action:close", .label = "Close"}},
            "↑ ↓ choose   Enter goes there   Delete removes");
    }
}

bool react_in_pins(const CommandContext& command) {
    if (key_pressed(Key::del) && count_of_pins(command.ui) > 0)
        make(command, Unpin{pin_at(command.ui, marked_pin(command.ui)).first});
    else if (chord_pressed({.key = letter_key('z'), .control = true}))
        run_action("action:undo", command);
    else
        return false;
    return true;
}

void go_to_marked_pin(const CommandContext& command) {
    if (count_of_pins(command.ui) == 0)
        return;
    const CellId cell = pin_at(command.ui, marked_pin(command.ui)).first;
    command.workspace.overlay.reset();
    go_to_cell(command.ui, command.workspace, cell);
}

} // namespace attn
