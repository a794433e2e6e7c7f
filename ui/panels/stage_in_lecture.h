#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <string>

namespace attn {

// The lines around the picture of a stage in a lecture.

constexpr float lecture_margin = 24;
constexpr float lecture_header = 48; ///< height of one line of title, with the formula behind it
constexpr float lecture_footer = 25; ///< height of one line; keys replace the buttons

/// Adds the title with the formula behind it, or beneath it if there is no room, and the words of the film. Returns the
/// height.
float add_lecture_header(Scene& scene, const UiContext& ui, const Box& area, const std::string& title);

/// The width of a scene's words beside the stage: fewer letters make a narrower column.
float width_of_scene_words(const UiContext& ui);

/// The height of the lines beneath the picture.
float lecture_footer_height(const UiContext& ui);
/// Adds what is read out, if the session has read-outs, and below it the session's title and the step's line.
void add_lecture_footer(Scene& scene, const UiContext& ui, const Box& area, const std::string& step);

} // namespace attn
