#include "core/document/options/session_notation.h"
#include "core/tensor/to_integer.h"
#include "ui/panels/controls.h"
#include "ui/panels/dialog.h"
#include "ui/panels/panels.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr float readouts_margin = space::huge;
constexpr float readouts_head = 84;
constexpr float readouts_foot = 76;
constexpr float readout_height = 88;
constexpr float readouts_width = 680;

/// Name, columns and buttons in one line, the labels in the next.
void add_readout(Scene& scene, const UiContext& ui, const Box& box, std::size_t which) {
    const std::size_t number = which + 1;
    std::vector<Segment> buttons;
    if (which > 0)
        buttons.push_back({.target = fmt::format("action:readout/first/{}", number), .label = "Show"});
    buttons.push_back({.target = fmt::format("action:readout/remove/{}", number), .label = "Remove"});
    const float buttons_left = box.right() - segments_width(ui, buttons);
    add_segments(scene, ui, {buttons_left, box.y}, buttons);
    constexpr float columns_field = 84;
    const float columns_left = buttons_left - space::medium - columns_field;
    add_field(scene, ui, {columns_left, box.y, columns_field, control_height},
              fmt::format("field:readout/columns/{}", number));
    const float word = add_text(scene, ui, {columns_left - space::small, box.y + 20}, "columns", ui.theme().dim, {},
                                Horizontal::right);
    const float name_right = columns_left - 2 * space::small - word - space::small;
    add_field(scene, ui, {box.x, box.y, name_right - box.x, control_height},
              fmt::format("field:readout/name/{}", number));
    add_field(scene, ui, {box.x, box.y + control_height + space::small, box.width, control_height},
              fmt::format("field:readout/labels/{}", number));
}

} // namespace

void readouts_panel(Scene& scene, const UiContext& ui, const Box& window) {
    const Theme& theme = ui.theme();
    const auto& readouts = ui.session.readouts;
    const float room = window.height - 2 * space::section - readouts_head - readouts_foot;
    const std::size_t shown = std::min(readouts.size(), to_integer<std::size_t>(std::max(1.0F, room / readout_height)));
    const float width = std::min(readouts_width, window.width - 2 * space::section);
    const Box box = add_dialog(scene, ui, window,
                               {width, readouts_head + static_cast<float>(shown) * readout_height + readouts_foot});
    const float left = box.x + readouts_margin;
    const float inner = width - 2 * readouts_margin;
    add_text(scene, ui, {left, box.y + 40}, "Read-outs", theme.ink, bold(type_size::large));
    add_text(scene, ui, {left, box.y + 62},
             text_in(ui.session, readouts.empty()
                                     ? "Say what {columns} of {name Y} mean: the largest of a token’s {row} is then "
                                       "what it says."
                                     : "The largest of these {columns} of {name Y} is what a token says. The first one "
                                       "is shown."),
             theme.dim);
    float y = box.y + readouts_head;
    for (std::size_t which = 0; which < shown; ++which, y += readout_height)
        add_readout(scene, ui, {left, y, inner, readout_height}, which);
    const float foot = box.bottom() - readouts_margin - control_height;
    if (ui.workspace.field)
        add_field_problem(scene, ui, {left, foot - 22}, inner, ui.workspace.field->name);
    const float add = add_segments(scene, ui, {left, foot}, {{.target = "action:readout/add", .label = "Add"}});
    if (shown < readouts.size())
        add_text(scene, ui, {left + add + space::medium, foot + 20},
                 fmt::format("and {} more, for which there is no room here", readouts.size() - shown), theme.dim);
    const std::vector<Segment> done{{.target = "action:close", .label = "Done"}};
    add_segments(scene, ui, {box.right() - readouts_margin - segments_width(ui, done), foot}, done);
}

} // namespace attn
