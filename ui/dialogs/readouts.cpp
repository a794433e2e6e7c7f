// Edits the read-outs: the name, columns and labels of each give columns of Y a meaning.

#include "core/document/options/session_notation.h"
#include "core/tensor/to_integer.h"
#include "ui/dialogs/dialogs.h"
#include "ui/dialogs/form.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float readouts_around = 84 + 76; ///< height of what is above the read-outs and beneath them
constexpr float readout_height = 88;

/// Adds a read-out: name, columns and buttons in one line, the labels in the next.
void add_readout(Form& form, std::size_t number) {
    constexpr float columns_width = 84;
    const float y = form.top();
    std::vector<Segment> buttons;
    if (number > 1)
        buttons.push_back({.target = fmt::format("action:readout/first/{}", number), .label = "Show"});
    buttons.push_back({.target = fmt::format("action:readout/remove/{}", number), .label = "Remove"});
    const float columns = form.buttons_before({form.right(), y}, buttons) - space::medium - columns_width;
    form.field({columns, y, columns_width, control_height}, fmt::format("field:readout/columns/{}", number));
    const float word = form.write({columns - space::small, y + 20}, "columns", form.theme().dim, {}, Horizontal::right);
    const float name_width = columns - 3 * space::small - word - Form::margin;
    form.field({Form::margin, y, name_width, control_height}, fmt::format("field:readout/name/{}", number));
    form.field({Form::margin, y + control_height + space::small, form.inner(), control_height},
               fmt::format("field:readout/labels/{}", number));
    form.skip(readout_height);
}

} // namespace

void draw_readouts(Form& form) {
    const UiContext& ui = form.ui();
    const auto& readouts = ui.session.readouts;
    const float room = form.around().window.height - 2 * space::section - readouts_around;
    const std::size_t shown = std::min(readouts.size(), to_integer<std::size_t>(std::max(1.0F, room / readout_height)));
    form.set_width(680);
    form.title();
    form.note(text_in(
        ui.session, readouts.empty()
                        ? "Say what {columns} of {name Y} mean: the largest of a token’s {row} is then what it says."
                        : "The largest of these {columns} of {name Y} is what a token says. The first one is shown."));
    form.skip(space::medium);
    for (std::size_t which = 0; which < shown; ++which)
        add_readout(form, which + 1);
    form.field_problem({Form::margin, form.top() + 4}, form.inner());
    form.skip(26);
    form.foot({{.target = "action:readout/add", .label = "Add"}},
              shown < readouts.size()
                  ? fmt::format("and {} more, for which there is no room here", readouts.size() - shown)
                  : std::string(),
              {{.target = "action:close", .label = "Done"}});
}

} // namespace attn
