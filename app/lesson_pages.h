#pragma once

#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>

namespace attn {

enum class LessonPages : std::uint8_t {
    storyboard, ///< a level page for each step, with its answer and the note for who lectures
    handout     ///< for the audience: steps below each other, questions without their answers
};

/// Writes a lesson, or a lecture, on paper: each step as it begins, with its picture and its sentences.
Result<int> lesson_pages_command(LessonPages kind, const std::filesystem::path& lesson,
                                 const std::filesystem::path& output, const std::filesystem::path& assets);

} // namespace attn
