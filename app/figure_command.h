#pragma once

#include "app/figure_arguments.h"
#include "core/session/session.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace attn {

/// Who hears of the figures while they are made.
struct FigureReport {
    std::function<void(const std::string&)> say; ///< what the author should know, a line at a time
    std::function<void(std::size_t done, std::size_t all)> progress;
};

/// Draws what is ordered and writes it; into a folder, over none of the `inputs`.
Result<void> figure_command(const Session& session, const FigureOrder& order, const FigureReport& report,
                            const std::vector<std::filesystem::path>& inputs);

} // namespace attn
