#pragma once

#include "core/document/figure_request.h"
#include "core/export/document.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace attn {

/// What leaves the window.
enum class ExportTab : std::uint8_t { figure, document, listed };

/// What the export dialog is set to. Its controls make another of it.
struct ExportChoices {
    ExportTab tab = ExportTab::figure;
    FigureRequest figure;
    std::string format = "png"; ///< what the figure's file ends in
    DocumentRequest document;
    std::string listed_format = "svg";
    std::array<std::string, 3> paths; ///< of each tab, as typed
    Index page = 0;                   ///< of a document, in the preview
    Index marked = 0;                 ///< of the session's figures

    std::string focus;     ///< the option that the arrow keys change
    std::string open_list; ///< the option whose list is shown; empty: none

    std::string& path() { return paths.at(static_cast<std::size_t>(tab)); }
    const std::string& path() const { return paths.at(static_cast<std::size_t>(tab)); }

    /// What of the layer is looked at.
    FigureRequest& shown() { return tab == ExportTab::figure ? figure : document.shown; }
    const FigureRequest& shown() const { return tab == ExportTab::figure ? figure : document.shown; }
};

} // namespace attn
