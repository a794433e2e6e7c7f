#pragma once

#include "core/export/export_work.h"
#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// A matrix of every stage and every head that the layer has, for one item: what the request says besides holds for
/// all. Names are "04-scores-1".
std::vector<FigureRequest> figures_of_all_stages(const FigureRequest& request, const FigureSource& source);

/// Writes figures into a folder, which is made where it does not exist, as NAME.ENDING, on as many threads as the
/// machine has cores; each thread has its own typesetter from `fonts`. When one fails nothing that was made stays
/// behind.
Result<void> write_figures(const std::vector<FigureRequest>& requests, const FigureSource& source,
                           const std::filesystem::path& fonts, const std::filesystem::path& folder,
                           const std::string& ending, const ExportWork& work);

} // namespace attn
