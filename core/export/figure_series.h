#pragma once

#include "core/export/export_work.h"
#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// Requests for a matrix of every stage and head, and of every weight, for one item, each otherwise like `request`. The
/// heads of an array have one scale unless the request says otherwise. Names are such as "04-scores-1".
std::vector<FigureRequest> figures_of_all_arrays(const FigureRequest& request, const FigureSource& source);

/// The layout of each figure that it shares with the figures whose matrices have the same shape, such as the heads of
/// an array. Fails if one of them cannot be drawn.
Result<std::vector<SeriesLayout>> layouts_of_series(const std::vector<FigureRequest>& figures,
                                                    const FigureSource& source);

/// Writes figures into a folder, which is made if need be, as NAME.ENDING; films as NAME.gif, overlays as NAME.pdf. It
/// uses as many threads as the machine has cores, each with its own typesetter from the folder `fonts`. If one figure
/// fails, no file is left. `layouts` has one for each figure, or is empty for figures without a common layout.
Result<void> write_figures(const std::vector<FigureRequest>& requests, const FigureSource& source,
                           const std::filesystem::path& fonts, const std::filesystem::path& folder,
                           const std::string& ending, const ExportWork& work,
                           const std::vector<SeriesLayout>& layouts = {});

} // namespace attn
