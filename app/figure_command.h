#pragma once

#include "app/figure_arguments.h"
#include "core/document/session.h"

#include <functional>
#include <string>

namespace attn {

/// Who hears of the figures while they are made.
struct FigureReport {
    std::function<void(const std::string&)> say; ///< what the author should know, a line at a time
    std::function<void(std::size_t done, std::size_t all)> progress;
};

/// Draws what is ordered and writes it, over nothing that it was read from.
Result<void> figure_command(Session session, const FigureOrder& order, const FigureReport& report);

} // namespace attn
