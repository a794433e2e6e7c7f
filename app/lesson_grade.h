#pragma once

#include "core/tensor/result.h"

#include <filesystem>
#include <optional>

namespace attn {

/// Says of every session in a folder, a line each, which tasks of a lesson hold in it, and of those that do not which
/// foreseen slip was made; then how often each was. Sessions that cannot be read are lines with their error. The table
/// is also written as CSV where it is asked for, over nothing that is no table. Gives 1 where a session holds no task.
Result<int> lesson_grade_command(const std::filesystem::path& lesson, const std::filesystem::path& folder,
                                 const std::optional<std::filesystem::path>& csv, const std::filesystem::path& assets);

} // namespace attn
