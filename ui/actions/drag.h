#pragma once

#include "ui/actions/actions.h"
#include "ui/actions/token_places.h"
#include "ui/toolkit/scene.h"

#include <string>

namespace attn {

/// Selects the target on which the mouse is pressed and begins its drag: of a cell's number, of paint on the mask, of a
/// token, of the slider, or of the stage.
MouseDrag drag_of(const Target& target, const std::string& name, Point at, const Scene& scene,
                  const CommandContext& command);

/// True if the picture has a line beneath it that explains the marks of masked and pinned cells. During a drag it stays
/// as it was, so that nothing moves under the hand.
bool has_legend(const UiContext& ui);

/// Goes on with the drag; the mouse is at another place now.
void drag(Point at, const Scene& scene, const CommandContext& command);

/// The place where a dragged token would be dropped.
struct DropTarget {
    TokenPlace token;
    Index place = 0; ///< the token's place after that, from 0
    Box mark;        ///< a line between the neighbours there, of width 0
};
/// `nullopt` if no token is dragged.
std::optional<DropTarget> drop_target_of(const MouseDrag& drag, Point at, const Scene& scene, const UiContext& ui);

/// Moves a dragged token to the place where it is dropped.
void drop_token(const MouseDrag& drag, Point at, const Scene& scene, const CommandContext& command);

/// Opens a field in the inspected cell; a cell of the mask is hidden or shown instead.
void open_cell(const CommandContext& command);

/// Opens the field that renames a token; for the place behind the last token, the field that adds one.
void open_token(const TokenPlace& place, const CommandContext& command);

// The ends of the slider of temperatures, whose scale is logarithmic.

constexpr float least_temperature = 0.1F;
constexpr float most_temperature = 10;

/// The temperature at a share (0 to 1) of the slider's track.
float temperature_at(float share);
/// The share (0 to 1) of the slider's track at which a temperature is.
float share_of_temperature(float temperature);

} // namespace attn
