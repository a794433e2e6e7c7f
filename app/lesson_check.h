#pragma once

#include "core/lesson/lesson.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// The faults of a lesson, found by trying it step by step in a window of 1280 × 720: texts whose numbers do not follow
/// the trace or that do not fit, targets that are not in sight, tasks that are done before they begin or that their
/// solution does not do, foreseen slips without a reply, bets whose right answer is not what is shown. Each names its
/// step.
std::vector<std::string> faults_of_lesson(const std::filesystem::path& file, const std::filesystem::path& assets);

/// Prints a line for each lesson and each fault; without files, for the whole course. Returns 0 if there is no fault,
/// otherwise 1.
Result<int> lesson_check_command(std::vector<std::filesystem::path> files, const std::filesystem::path& assets);

} // namespace attn
