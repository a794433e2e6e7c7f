#pragma once

#include "core/tensor/result.h"

#include <filesystem>
#include <optional>

namespace attn {

/// Says of every session in a folder, a line each, which tasks of a lesson hold in it or were done before it was saved
/// there, and of those that do not which foreseen slip was made; which bets were right; then how often each mistake
/// was made. Sessions that cannot be read, or were saved in another lesson, are lines that say so. The table
/// is also written as CSV where it is asked for, over nothing that is no table. Gives 1 where a session holds no task.
Result<int> lesson_grade_command(const std::filesystem::path& lesson, const std::filesystem::path& folder,
                                 const std::optional<std::filesystem::path>& csv, const std::filesystem::path& assets);

} // namespace attn
