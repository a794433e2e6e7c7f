#pragma once

#include "core/figure/geometry.h"
#include "ui/document/export_preview.h"
#include "ui/document/picture_thumbnails.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/layout.h"
#include "ui/toolkit/scene.h"

namespace attn {

// Panels that the frame alone draws: what stands in the place of the stage, what lies over the window, and what follows
// the mouse.

/// The first minute, in the place of bar, pipeline, stage, inspector and tokens.
void start_panel(Scene& scene, const UiContext& ui, const WindowLayout& layout);

/// The lesson that is open, beside the stage: its sentences, its bet or task, hints, and what leads on.
void lesson_panel(Scene& scene, const UiContext& ui, const Box& area);
float longest_lesson_scroll(const UiContext& ui, const Box& area);
/// How high it is in a lecture, over the stage and as wide as the screen.
float height_of_scene_words(const UiContext& ui, float width);
/// For who lectures, on a screen that the audience does not see: the note of the scene, and what comes next.
void lecture_notes(Scene& scene, const UiContext& ui, const Box& area);

/// The steps that lessons have named so far, over the stage.
void lesson_strip(Scene& scene, const UiContext& ui, const Box& area);
/// In the place of the stage and what is over it: where none goes with a step, or as long as it would tell the answer.
void stage_without_picture(Scene& scene, const UiContext& ui, const Box& stage, const Box& strip);

/// What the step points at, outlined wherever it is in sight.
void outline_of_lesson(Scene& scene, const UiContext& ui);

/// All lessons of the course, over the window, and how far each has come.
void lessons_panel(Scene& scene, const UiContext& ui, const Box& window);

/// The chip that follows the mouse while a token is dragged, and a mark where it will land.
void dragged_token_panel(Scene& scene, const UiContext& ui);

/// What a check found, over the window: the first stage that differs (or the one chosen in the list), the numbers of
/// the answer and of the layer on one scale, their difference, the likely slip, and a verdict for every stage.
void comparison_panel(Scene& scene, const UiContext& ui, const Box& window);

/// Every array in the order of computing, over the window: how many of its cells moved and how far, and plainly those
/// that did not move at all. A click goes to the cell that moved most and shows the change.
void diff_panel(Scene& scene, const UiContext& ui, const Box& window);

/// What the mouse and all keys do, over the window; in a lecture first those of lectures, in its type, on pages.
void keys_panel(Scene& scene, const UiContext& ui, const Box& window);
Index keys_pages(const UiContext& ui, const Box& window);

/// The menu of the ways in which the stage can be drawn, each with a small picture of itself.
void picture_menu_panel(Scene& scene, const UiContext& ui, const Box& window, PictureThumbnails& thumbnails);

/// The words of the field from a to z, over the window: what each means, and a picture of the present numbers.
void glossary_panel(Scene& scene, const UiContext& ui, const Box& window);

/// The search for actions by name, over the window.
void palette_panel(Scene& scene, const UiContext& ui, const Box& window);

/// All pins, over the window: the cell, its value, the value that it replaces. A click goes there, × removes it.
void pins_panel(Scene& scene, const UiContext& ui, const Box& window);

/// What may be said of the selected head, beside the heads: a field, the hypotheses that it completes, what the present
/// one explains, and, when asked, the one that fits best.
void hypothesis_panel(Scene& scene, const UiContext& ui, const Box& window);

/// The layers and the tensors of a checkpoint, of which those are listed that have the letters that are typed.
void layers_panel(Scene& scene, const UiContext& ui, const Box& window);

/// The dialog that asks what nothing says of a layer that is to be opened: heads, mask, rotary positions, the norm
/// before it, and what enters it.
void layer_questions_panel(Scene& scene, const UiContext& ui, const Box& window);

/// The dialog in which a notation is chosen, or a file with one opened; beside the names all formulas of the chosen
/// one, with the numbers of this layer.
void notation_panel(Scene& scene, const UiContext& ui, const Box& window);

/// The dialog in which columns of Y are given a meaning: name, columns and labels of each read-out.
void readouts_panel(Scene& scene, const UiContext& ui, const Box& window);

/// Asks what is to become of a file of stages: they are checked against this layer, or opened as a session.
void recorded_panel(Scene& scene, const UiContext& ui, const Box& window);

/// The export dialog: what is asked on the left, on the right what will be written, as it will be written.
void exporting_panel(Scene& scene, const UiContext& ui, const Box& window, const ExportPreview& preview);

/// What is told of the thing that the mouse rests on, or that a key asked about, beside that thing; nothing where
/// there is nothing to tell.
void tooltip_panel(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
