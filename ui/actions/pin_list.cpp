#include "ui/actions/pin_list.h"

#include "core/document/session/edits.h"
#include "core/explain/pins_upstream.h"
#include "core/figure/pictures/labels.h"
#include "ui/actions/lesson_names.h"
#include "ui/actions/navigation.h"

#include <algorithm>
#include <fmt/core.h>
#include <iterator>

namespace attn {

namespace {

CellId pin_at(const UiContext& ui, Index place) {
    return std::next(ui.layer().pins.begin(), place)->first;
}

} // namespace

std::optional<PinsUpstream> pins_upstream_of(const UiContext& ui, const CellId& cell) {
    std::vector<CellId> pins = pins_upstream(ui.trace, cell);
    // What a lesson holds fast of a step that it has not named yet is not spoken of.
    if (ui.workspace.lesson && !ui.workspace.lesson->shows_everything) {
        const std::vector<ArrayId> named = named_arrays(ui);
        std::erase_if(pins, [&](const CellId& pin) { return std::ranges::find(named, pin.array) == named.end(); });
    }
    if (pins.empty())
        return std::nullopt;
    if (pins.size() > 1)
        return PinsUpstream{fmt::format("with {} pins", pins.size()), "action:pins"};
    const CellId& pin = pins.front();
    return PinsUpstream{
        fmt::format("with 1 pin: {}, {}", matrix_name(ui.session, pin.array, pin.head), cell_words(ui, pin)),
        "link:" + cell_name(pin)};
}

Index pin_count(const UiContext& ui) {
    return std::ssize(ui.layer().pins);
}

Index marked_pin(const UiContext& ui) {
    return std::clamp<Index>(ui.workspace.overlay->marked, 0, std::max<Index>(1, pin_count(ui)) - 1);
}

void mark_pin(const UiContext& ui, Workspace& workspace, Index by) {
    workspace.overlay->marked = std::clamp<Index>(marked_pin(ui) + by, 0, std::max<Index>(1, pin_count(ui)) - 1);
}

void go_to_marked_pin(const CommandContext& command) {
    if (pin_count(command.ui) == 0)
        return;
    const CellId cell = pin_at(command.ui, marked_pin(command.ui));
    command.workspace.overlay.reset();
    go_to_cell(command.ui, command.workspace, cell);
}

void remove_marked_pin(const CommandContext& command) {
    if (pin_count(command.ui) > 0)
        command.frame_actions.edits.push_back({Unpin{pin_at(command.ui, marked_pin(command.ui))}});
}

} // namespace attn
