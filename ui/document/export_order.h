#pragma once

#include "core/document/session/figure_request.h"
#include "core/export/document.h"
#include "core/export/figure_set.h"

#include <filesystem>
#include <string>
#include <variant>

namespace attn {

/// A figure for the clipboard: "png", or as text "svg", "tex", "md" or "csv".
struct CopyOrder {
    FigureRequest figure;
    std::string format;
};

/// What is to leave the window.
struct ExportOrder {
    std::variant<FigureSet, DocumentRequest, CopyOrder> what;
    std::filesystem::path path; ///< a file, or of several a folder; of copies, none
    bool asked = false;         ///< the user knows what it replaces
};

} // namespace attn
