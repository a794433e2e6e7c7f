#pragma once

#include "core/export/export_work.h"
#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// A matrix of every stage and every head that the layer has, and of its weights, for one item: what the request says
/// besides holds for all. The heads of an array have one scale, unless the request says theirs. Names are
/// "04-scores-1".
std::vector<FigureRequest> figures_of_all_arrays(const FigureRequest& request, const FigureSource& source);

/// For each of the figures what it has in common with those whose matrices have its shape, as the heads of an array
/// have. Fails where one of them cannot be drawn.
Result<std::vector<SeriesLayout>> layouts_of_series(const std::vector<FigureRequest>& figures,
                                                    const FigureSource& source);

/// Writes figures into a folder, which is made where it does not exist, as NAME.ENDING, on as many threads as the
/// machine has cores, films as NAME.gif and overlays as NAME.pdf; each thread has its own typesetter from `fonts`. When
/// one fails nothing that was made stays behind. `layouts`: of each; none of figures that stand by themselves.
Result<void> write_figures(const std::vector<FigureRequest>& requests, const FigureSource& source,
                           const std::filesystem::path& fonts, const std::filesystem::path& folder,
                           const std::string& ending, const ExportWork& work,
                           const std::vector<SeriesLayout>& layouts = {});

} // namespace attn
