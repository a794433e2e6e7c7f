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

/// The steps laid out, for pages of one size that lie exactly on each other.
Result<std::vector<Figure>> overlay(const FigureRequest& request, const FigureSource& source);
Result<std::vector<Figure>> film(const FigureRequest& request, const FigureSource& source);

/// Writes the steps of an overlay: as one .pdf with a page for each, where the path is such a file, which beamer and
/// animate show page by page; else into a folder as 01-operands.pdf, 02-row.pdf … All or nothing.
Result<void> write_overlay(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                           const std::string& ending, const ExportWork& work = {});

/// Writes a film: as one animated .gif whose steps last so many seconds, where the path is such a file; else its frames
/// into a folder as frame-001.png … All or nothing.
Result<void> write_film(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                        const std::string& ending, float seconds, const ExportWork& work = {});

} // namespace attn
