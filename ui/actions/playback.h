#pragma once

#include "ui/document/film.h"

#include <string>
#include <vector>

namespace attn {

/// True if the stage's film can be read in more than one way.
bool has_readings(const UiContext& ui);

/// Starts the film, pauses it or continues it.
void play_or_pause(const UiContext& ui, Workspace& workspace);
void play_backward(const UiContext& ui, Workspace& workspace);
/// Goes to the end of the present part of the film: of words, or of a moving picture.
void skip(const UiContext& ui, Workspace& workspace);
/// Ends the film: the whole stage is shown again.
void end_playback(Workspace& workspace);
void choose_reading(const UiContext& ui, Workspace& workspace, Reading reading);

/// Lets `seconds` pass: updates the revealed part, the words and the selected cell.
void advance_playback(const UiContext& ui, Workspace& workspace, double seconds);

} // namespace attn
