#pragma once

#include "core/export/export_work.h"
#include "core/export/figure_file.h"
#include "core/figure/figure_steps.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// The steps laid out, for pages of one size that lie exactly on each other.
Result<std::vector<Figure>> overlay(const FigureRequest& request, const FigureSource& source);
Result<std::vector<Figure>> film(const FigureRequest& request, const FigureSource& source);

/// The steps of a figure that is an overlay or a film as one file, which appears when it is committed: a .pdf, or an
/// animated .gif.
Result<PendingFigure> begin_steps(const FigureRequest& request, const FigureSource& source,
                                  const std::filesystem::path& path, const ExportWork& work = {});

/// Writes the steps of an overlay: as one .pdf with a page for each, where the path is such a file, which beamer and
/// animate show page by page; else into a folder as 01-operands.pdf, 02-row.pdf … All or nothing.
Result<void> write_overlay(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                           const std::string& ending, const ExportWork& work = {});

/// Writes a film: as one animated .gif where the path is such a file; else its frames
/// into a folder as frame-001.png … All or nothing.
Result<void> write_film(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                        const std::string& ending, const ExportWork& work = {});

} // namespace attn
