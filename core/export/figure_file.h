#pragma once

#include "core/export/export_work.h"
#include "core/figure/figure.h"
#include "core/files/atomic_file.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The endings of figures' files, for messages.
constexpr std::string_view figure_endings = "png, svg, pdf, tex, csv, md or npz";
/// True if figures can be written with that ending (without its dot).
bool is_figure_ending(std::string_view ending);

/// The content of a figure's or table's file, and remarks for its author.
struct FigureContent {
    std::string bytes;
    std::vector<std::string> remarks;
};

/// The content of the figure's file with that ending (not npz): a picture, or for csv, md and the kind "table" numbers.
/// Equal requests of equal sources give equal bytes.
Result<FigureContent> figure_content(const FigureRequest& request, const FigureSource& source, std::string_view ending,
                                     const SeriesLayout* series = nullptr);

/// A figure that is written; its file appears when it is committed.
struct PendingFigure {
    AtomicFile file;
    std::vector<std::string> remarks;
};

/// Writes the figure like write_figure(), but leaves the committing to the caller.
Result<PendingFigure> begin_figure(const FigureRequest& request, const FigureSource& source,
                                   const std::filesystem::path& path, const SeriesLayout* series = nullptr);

/// Writes the figure in the format of the path's ending. An npz has one array with the stage's name, or the matrices
/// that the kind of figure computes. Returns remarks for the author. No file is left half written.
Result<std::vector<std::string>> write_figure(const FigureRequest& request, const FigureSource& source,
                                              const std::filesystem::path& path, const ExportWork& work = {});

} // namespace attn
