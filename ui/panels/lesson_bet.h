#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

constexpr float lesson_line_height = 19;

/// The bet of the lesson's step: its question and what can be answered; when it is placed, how it is. Returns where
/// what follows begins.
float add_lesson_bet(Scene& scene, const UiContext& ui, Point at, float width);

} // namespace attn
