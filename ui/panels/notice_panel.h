#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <string>

namespace attn {

/// What is under way, and how far: "Making A.gif … 66 %".
std::string words_of(const Progress& progress);

/// How high a message as wide as that has to be for all that the notice says.
float height_of_notice(const UiContext& ui, float width);

/// What is to be said, and how far the work has come that takes its time, with buttons that undo, dismiss and give up:
/// at the foot of the stage, over nothing else.
void message_panel(Scene& scene, const UiContext& ui, const Box& area);

} // namespace attn
