#pragma once

#include "core/lesson/lesson.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// What is wrong with a lesson, tried step by step in a window of 1280 x 720: texts whose numbers do not follow the
/// trace or that do not fit, targets that are not in sight, tasks that hold before they begin or that their solution
/// does not fulfil, foreseen slips that go unsaid, bets whose right answer is not what is shown. Each names its step.
std::vector<std::string> faults_of_lesson(const std::filesystem::path& file, const std::filesystem::path& assets);

/// Prints a line for each lesson and each fault; without files, of the whole course. 0 where there is none, 1
/// otherwise.
Result<int> lesson_check_command(std::vector<std::filesystem::path> files, const std::filesystem::path& assets);

} // namespace attn
