#pragma once

#include "core/figure/geometry.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <string>

namespace attn {

// What stands around the picture of a stage in a lecture.

constexpr float lecture_margin = 24;
constexpr float lecture_header = 48; ///< of one line of title, with the formula behind it
constexpr float lecture_footer = 25; ///< of one line, as keys do what buttons do

/// The title with the formula of what is shown behind it, or beneath it where it has no room there; and what is said
/// while a stage is computed. Of the upper right corner so much is taken. Returns its height.
float add_lecture_header(Scene& scene, const UiContext& ui, const Box& area, const std::string& title);

/// How wide the words of a scene are where they stand beside the stage: the fewer, the narrower.
float width_of_scene_words(const UiContext& ui);

/// How high what stands beneath the picture is.
float lecture_footer_height(const UiContext& ui);
/// What the output says, where the session reads that; below it which session it is, and where we are in it.
void add_lecture_footer(Scene& scene, const UiContext& ui, const Box& area, const std::string& step);

} // namespace attn
