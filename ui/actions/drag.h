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

/// True if the picture has a line below it that explains the marks of masked and pinned cells. During a drag the line
/// neither appears nor disappears, so that nothing moves under the mouse.
bool has_legend(const UiContext& ui);

/// Continues the drag after the mouse has moved to `at`.
void drag(Point at, const Scene& scene, const CommandContext& command);

/// The position at which a dragged token would be dropped.
struct DropTarget {
    TokenPlace token;
    Index place = 0; ///< the token's index after the drop, from 0
    Box mark;        ///< a line between the neighbours there, of width 0
};
/// `nullopt` if no token is dragged.
std::optional<DropTarget> drop_target_of(const MouseDrag& drag, Point at, const Scene& scene, const UiContext& ui);

/// Moves a dragged token to the index at which it is dropped.
void drop_token(const MouseDrag& drag, Point at, const Scene& scene, const CommandContext& command);

/// Opens a field in the inspected cell; a cell of the mask is hidden or shown instead.
void open_cell(const CommandContext& command);

/// Opens the field that renames a token; for the index after the last token, the field that adds one.
void open_token(const TokenPlace& place, const CommandContext& command);

// The ends of the slider of temperatures, whose scale is logarithmic.

constexpr float least_temperature = 0.1F;
constexpr float most_temperature = 10;

/// Returns the temperature at a fraction (0 to 1) of the slider's track.
float temperature_at(float share);
/// Returns the fraction (0 to 1) of the slider's track at which a temperature is.
float share_of_temperature(float temperature);

} // namespace attn
