#pragma once

#include "core/export/export_work.h"
#include "core/figure/figure.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// The figures that one command or dialog writes.
struct FigureSet {
    /// The choice of figures. `one`: one figure; `all`: one for every array and head, into a folder; `listed`: those
    /// that the session lists, into a folder; `overlay`: one figure built up in steps for slides; `film`: one figure
    /// computed step by step.
    enum class Which : std::uint8_t { one, all, listed, overlay, film };
    Which which = Which::one;
    FigureRequest request;
    std::string format = "svg"; ///< extension, without its dot, of all files in a folder
    bool operator==(const FigureSet&) const = default;
};

/// Writes the figures, all or none: one figure into a file; an overlay into a folder, or as a .pdf with a page for each
/// step; a film into a folder of frames, or as a .gif; others into a folder. Each thread opens the folder `fonts` by
/// itself. Returns remarks for the author.
Result<std::vector<std::string>> write_figure_set(const FigureSet& set, const FigureSource& source,
                                                  const std::filesystem::path& fonts,
                                                  const std::filesystem::path& output, const ExportWork& work = {});

} // namespace attn
