#pragma once

#include "core/export/export_work.h"
#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// Returns requests for a matrix of every array and head, and of every weight, for one item, each otherwise like
/// `request`. The heads of an array have one colour scale unless the request says otherwise. Names are such as
/// "04-scores-1".
std::vector<FigureRequest> figures_of_all_arrays(const FigureRequest& request, const FigureSource& source);

/// Returns, for each figure, the layout that it shares with the figures whose matrices have the same shape, such as the
/// heads of an array. Fails if one of them cannot be drawn.
Result<std::vector<SeriesLayout>> layouts_of_series(const std::vector<FigureRequest>& figures,
                                                    const FigureSource& source);

/// Writes figures into a folder, which is created if necessary, as NAME.EXTENSION; films as NAME.gif, overlays as
/// NAME.pdf. Uses as many threads as the machine has cores, each with its own typesetter from the folder `fonts`. If
/// one figure fails, no file is left. `layouts` has one entry for each figure, or is empty for figures without a common
/// layout.
Result<void> write_figures(const std::vector<FigureRequest>& requests, const FigureSource& source,
                           const std::filesystem::path& fonts, const std::filesystem::path& folder,
                           const std::string& ending, const ExportWork& work,
                           const std::vector<SeriesLayout>& layouts = {});

} // namespace attn
