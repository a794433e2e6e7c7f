#pragma once

#include "core/export/export_work.h"
#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// Figures as an author asks for them at once.
struct FigureSet {
    /// One figure; one of every array and head, or those that the session lists, into a folder; one that is built up in
    /// steps for slides; one that is computed before the eyes.
    enum class Which : std::uint8_t { one, all, listed, overlay, film };
    Which which = Which::one;
    FigureRequest request;
    std::string format = "svg"; ///< of all files in a folder: an ending without its dot
    bool operator==(const FigureSet&) const = default;
};

/// Writes them, all or nothing: one figure into a file; steps into a folder, or as one .pdf with a page for each; a
/// film into a folder of frames, or as one .gif; all others into a folder. `fonts`: the folder of fonts, which each
/// thread opens for itself. Returns what the author should know.
Result<std::vector<std::string>> write_figure_set(const FigureSet& set, const FigureSource& source,
                                                  const std::filesystem::path& fonts,
                                                  const std::filesystem::path& output, const ExportWork& work = {});

} // namespace attn
