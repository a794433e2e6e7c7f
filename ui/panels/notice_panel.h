#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <string>

namespace attn {

/// The job under way and its progress: "Making A.gif … 66 %".
std::string words_of(const Progress& progress);

/// Returns the height of a message `width` wide in which the whole notice fits.
float height_of_notice(const UiContext& ui, float width);

/// Adds the message at the foot of the stage: the notice and the progress of work under way, with buttons that undo,
/// dismiss and cancel.
void message_panel(Scene& scene, const UiContext& ui, const Box& area);

} // namespace attn
