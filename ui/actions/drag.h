#pragma once

#include "ui/actions/actions.h"
#include "ui/actions/token_places.h"
#include "ui/toolkit/scene.h"

#include <string>

namespace attn {

/// What begins when the mouse is pressed on a target: selecting and dragging cells, painting the mask, moving tokens,
/// the slider, panning. Selects what is pressed.
MouseDrag drag_of(const Target& target, const std::string& name, Point at, const Scene& scene,
                  const CommandContext& command);

/// Whether the picture has a line beneath it for what the marks of masked and pinned cells mean. While the mouse draws
/// it stays as it was, so that nothing moves under the hand.
bool has_legend(const UiContext& ui);

/// The pressed mouse is now at another place.
void drag(Point at, const Scene& scene, const CommandContext& command);

/// Where a dragged token would come to stand.
struct DropTarget {
    TokenPlace token;
    Index place = 0; ///< its number then, from 0
    Box mark;        ///< the line between its neighbours; without width
};
/// Nothing where no token is dragged.
std::optional<DropTarget> drop_target_of(const MouseDrag& drag, Point at, const Scene& scene, const UiContext& ui);

/// A dragged token is let go: it takes the place where it lies.
void drop_token(const MouseDrag& drag, Point at, const Scene& scene, const CommandContext& command);

/// Opens a field in the inspected cell; cells of the mask are hidden or shown instead.
void open_cell(const CommandContext& command);

/// Opens the field in which a token is renamed; behind the last one, in which a token is added.
void open_token(const TokenPlace& place, const CommandContext& command);

// On the slider, whose scale is logarithmic.

constexpr float least_temperature = 0.1F;
constexpr float most_temperature = 10;

/// The temperature at a share (0 to 1) of the track.
float temperature_at(float share);
/// The share of the track at which a temperature stands.
float share_of_temperature(float temperature);

} // namespace attn
