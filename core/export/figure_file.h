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

/// The extensions of figures' files, for messages.
constexpr std::string_view figure_endings = "png, svg, pdf, tex, csv, md or npz";
/// True if figures can be written to files with this extension (without its dot).
bool is_figure_ending(std::string_view ending);

/// The content of a figure's or table's file, and remarks for its author.
struct FigureContent {
    std::string bytes;
    std::vector<std::string> remarks;
};

/// Returns the content of the figure's file with this extension (not npz): a picture; for csv, md and the kind "table",
/// numbers. Equal requests of equal sources give equal bytes.
Result<FigureContent> figure_content(const FigureRequest& request, const FigureSource& source, std::string_view ending,
                                     const SeriesLayout* series = nullptr);

/// A figure that has been written; its file appears when it is committed.
struct PendingFigure {
    AtomicFile file;
    std::vector<std::string> remarks;
};

/// Writes the figure like write_figure(), but the caller commits the file.
Result<PendingFigure> begin_figure(const FigureRequest& request, const FigureSource& source,
                                   const std::filesystem::path& path, const SeriesLayout* series = nullptr);

/// Writes the figure in the format of the path's extension. An npz has one array with the name of the figure's array,
/// or the matrices that the kind of figure computes. Returns remarks for the author. If writing fails, no half-written
/// file is left.
Result<std::vector<std::string>> write_figure(const FigureRequest& request, const FigureSource& source,
                                              const std::filesystem::path& path, const ExportWork& work = {});

} // namespace attn
