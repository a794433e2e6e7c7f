#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

// Panels that only the frame draws: those in place of the stage, and those that follow the mouse.

/// The first minute, in place of bar, pipeline, stage, inspector and tokens.
void start_panel(Scene& scene, const UiContext& ui, const WindowLayout& layout);

/// The open lesson beside the stage: its sentences, its bet or task, hints, and the buttons that go on.
void lesson_panel(Scene& scene, const UiContext& ui, const Box& area);
float longest_lesson_scroll(const UiContext& ui, const Box& area);
/// The height of a scene's words above the stage, as wide as the screen.
float height_of_scene_words(const UiContext& ui, float width);
/// The lecturer's notes, on a screen that the audience does not see: the note of the scene, and what comes next.
void lecture_notes(Scene& scene, const UiContext& ui, const Box& area);

/// The strip above the stage with the arrays that lessons have named so far.
void lesson_strip(Scene& scene, const UiContext& ui, const Box& area);
/// Covers stage and strip if a step has no picture, or while the picture would tell the answer.
void stage_without_picture(Scene& scene, const UiContext& ui, const Box& stage, const Box& strip);

/// A line for each question of a quiz that was answered so far: right or wrong, and the step that teaches it, a button
/// for wrong ones.
void quiz_results(Scene& scene, const UiContext& ui, const Box& area);

/// Outlines what the step points at, wherever it is in sight.
void outline_of_lesson(Scene& scene, const UiContext& ui);

/// The chip that follows the mouse while a token is dragged, and a mark where it would be dropped.
void dragged_token_panel(Scene& scene, const UiContext& ui);

/// The tip of the thing that the mouse rests on, or that a key asked about, beside that thing; nothing if it has no
/// tip.
void tooltip_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
