#pragma once

#include "core/export/export_work.h"
#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// The steps in which a figure is built up on slides: of a product its operands, the row that is read, the terms of
/// the chosen cell, that cell, its row, all; of a softmax row its levels; of an equation what goes in, the chosen cell,
/// its row, all. The cells before the chosen one are there from the beginning; unless the request names one it is the
/// first. Fails where a kind is drawn at once.
Result<std::vector<FigureStep>> overlay_steps(const FigureRequest& request, const FigureSource& source);

/// Every cell of a product or equation, one after the other; every level of a softmax row.
Result<std::vector<FigureStep>> film_steps(const FigureRequest& request, const FigureSource& source);

/// Writes the steps into a folder as 01-operands.pdf, 02-row.pdf …: pages of one size that lie exactly on each other.
/// All or nothing.
Result<void> write_overlay(const FigureRequest& request, const FigureSource& source,
                           const std::filesystem::path& folder, const std::string& ending, const ExportWork& work = {});

/// Writes the figure's film as an animated GIF whose steps last that long.
Result<void> write_film(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                        float seconds, const ExportWork& work = {});

} // namespace attn
