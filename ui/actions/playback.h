#pragma once

#include "ui/document/film.h"

#include <string>
#include <vector>

namespace attn {

/// Whether there is more than one way of reading what is on the stage.
bool has_readings(const UiContext& ui);

/// Starts the film, stops it or goes on.
void play_or_pause(const UiContext& ui, Workspace& workspace);
void play_backward(const UiContext& ui, Workspace& workspace);
/// To the next change between words and picture.
void skip(const UiContext& ui, Workspace& workspace);
/// The whole stage again.
void end_playback(Workspace& workspace);
void choose_reading(const UiContext& ui, Workspace& workspace, Reading reading);

/// Lets `seconds` pass: what is revealed, what is said, and which cell is selected follow.
void advance_playback(const UiContext& ui, Workspace& workspace, double seconds);

} // namespace attn
