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

/// What files of figures end in.
constexpr std::string_view figure_endings = "png, svg, pdf, tex, csv, md or npz";
/// Whether a file with that ending, without its dot, can be made.
bool is_figure_ending(std::string_view ending);

/// A figure or table as text or bytes, and what its author should know.
struct FigureContent {
    std::string bytes;
    std::vector<std::string> remarks;
};

/// The figure as the content of a file with that ending (not npz): a picture, or, for csv, md and the kind table, the
/// numbers. The same request from the same source gives the same bytes.
Result<FigureContent> figure_content(const FigureRequest& request, const FigureSource& source, std::string_view ending,
                                     const SeriesLayout* series = nullptr);

/// A figure that has been written and appears when its file is committed.
struct PendingFigure {
    AtomicFile file;
    std::vector<std::string> remarks;
};

/// What write_figure does, up to the appearing.
Result<PendingFigure> begin_figure(const FigureRequest& request, const FigureSource& source,
                                   const std::filesystem::path& path, const SeriesLayout* series = nullptr);

/// Writes the figure, its format by the path's ending; an npz has one array of the stage's name, or those that the
/// kind works out for itself. Returns the remarks.
/// Nothing is left half written.
Result<std::vector<std::string>> write_figure(const FigureRequest& request, const FigureSource& source,
                                              const std::filesystem::path& path, const ExportWork& work = {});

} // namespace attn
