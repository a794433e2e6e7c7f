#pragma once

#include "core/document/figure_request.h"
#include "core/export/document.h"

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

namespace attn {

/// The figures that a session lists, all in one format.
struct ListedOrder {
    std::vector<FigureRequest> figures;
    std::string format; ///< an ending
};

/// A figure for the clipboard: "png", or as text "svg", "tex", "md" or "csv".
struct CopyOrder {
    FigureRequest figure;
    std::string format;
};

/// What is to leave the window.
struct ExportOrder {
    std::variant<FigureRequest, DocumentRequest, ListedOrder, CopyOrder> what;
    std::filesystem::path path; ///< a file, or of several a folder; of copies, none
};

} // namespace attn
