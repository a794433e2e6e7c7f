#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

constexpr float lesson_line_height = 19;

/// The type size and line height of a lesson's sentences; larger beside a lecture's stage.
struct LessonType {
    float size = type_size::normal;
    float line = lesson_line_height;
};
constexpr LessonType type_of_lesson(bool beside_wall) {
    return beside_wall ? LessonType{16, 23} : LessonType{};
}

/// Adds the step's bet and its result, the first baseline at `at`. Above a lecture's stage the choices are side by
/// side. Returns the y where the bet ends.
float add_lesson_bet(Scene& scene, const UiContext& ui, const LessonRun& run, Point at, float width,
                     const LessonType& type, bool is_over_stage);

} // namespace attn
