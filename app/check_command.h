#pragma once

#include "core/document/session.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>

namespace attn {

struct CheckOptions {
    std::filesystem::path against;            ///< an answer, or a folder of answers
    std::optional<std::filesystem::path> csv; ///< where a table of all answers is written
    std::optional<double> tolerance;          ///< relative to a stage's largest entry
};

/// Compares somebody's own implementation with a session's layer, says what was found on stdout, and returns the exit
/// status: 0 where all agrees, 1 where something differs. In a folder of answers each is a line of CSV; one that cannot
/// be read is a line with its error, and the status is 2 if nothing else differs.
Result<int> check_command(const Session& session, const CheckOptions& options);

} // namespace attn
