#pragma once

#include "core/export/figure_file.h"
#include "ui/desk.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// The figure of what the stage shows: the same that the command line draws for such a request.
FigureRequest shown_figure(const Desk& desk);

/// Writes it, its format by the path's ending: png svg pdf tex csv md npz. Returns what its author should know.
Result<std::vector<std::string>> write_shown_figure(const Desk& desk, const std::filesystem::path& path);

} // namespace attn
