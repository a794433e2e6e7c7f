#pragma once

#include "core/tensor/result.h"

#include <filesystem>
#include <optional>

namespace attn {

/// Prints for every session in a folder which tasks of a lesson hold in it, which foreseen slip was made in those that
/// do not, and which bets were right; then how often each mistake was made. Sessions that cannot be read, or were saved
/// in another lesson, become lines that say so. With `csv`, also writes the table there, but never over a file that is
/// no table. Returns 1 if a session holds no task.
Result<int> lesson_grade_command(const std::filesystem::path& lesson, const std::filesystem::path& folder,
                                 const std::optional<std::filesystem::path>& csv, const std::filesystem::path& assets);

} // namespace attn
