#pragma once

#include "core/export/export_work.h"
#include "core/export/figure_file.h"
#include "core/figure/figure_steps.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// Returns the steps of an overlay as figures of equal size whose common parts are at the same position.
Result<std::vector<Figure>> overlay(const FigureRequest& request, const FigureSource& source);
/// Returns the steps of a film as figures of equal size whose common parts are at the same position.
Result<std::vector<Figure>> film(const FigureRequest& request, const FigureSource& source);

/// Writes the steps of an overlay as a .pdf, or those of a film as an animated .gif. The file appears when it is
/// committed.
Result<PendingFigure> begin_steps(const FigureRequest& request, const FigureSource& source,
                                  const std::filesystem::path& path, const ExportWork& work = {});

/// Writes the steps of an overlay: into a .pdf with a page for each step, which the LaTeX packages beamer and animate
/// show page by page, or into a folder as 01-operands.pdf, 02-row.pdf … Either everything is written, or nothing.
Result<void> write_overlay(const FigureRequest& request, const FigureSource& source, const std::filesystem::path& path,
                           const std::string& ending, const ExportWork& work = {});

/// Writes a film: as an animated .gif, or its frames into a folder as frame-001.png … Either everything is written, or
/// nothing.
Result<void> write_film(FigureRequest request, const FigureSource& source, const std::filesystem::path& path,
                        const std::string& ending, const ExportWork& work = {});

} // namespace attn
