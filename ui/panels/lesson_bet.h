#pragma once

#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

constexpr float lesson_line_height = 19;

/// Of a lesson's sentences; beside the stage of a lecture they are larger.
struct LessonType {
    float size = type_size::normal;
    float line = lesson_line_height;
};
constexpr LessonType type_of_lesson(bool beside_wall) {
    return beside_wall ? LessonType{16, 23} : LessonType{};
}

/// The bet of the step and what became of it, its first baseline at `at`. Over the stage of a lecture answers stand
/// beside each other. Returns where it ends.
float add_lesson_bet(Scene& scene, const UiContext& ui, Point at, float width, const LessonType& type,
                     bool is_over_stage);

} // namespace attn
