#pragma once

#include "core/export/export_work.h"
#include "core/export/script.h"
#include "core/figure/figure.h"
#include "core/handouts/worksheet.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace attn {

enum class DocumentKind : std::uint8_t { storyboard, worksheet, handout, notes, slides, code };

/// A document about a whole layer, as an author asks for it.
struct DocumentRequest {
    DocumentKind kind = DocumentKind::storyboard;
    FigureRequest shown; ///< its item, head, notation, and whether tokens are columns

    bool upright = false;              ///< a storyboard's pages are higher than wide
    std::optional<std::string> frames; ///< of a storyboard: "png" or "svg", each page a file; none: one file
    float dpi = 96;                    ///< of frames and animations
    float seconds = 3;                 ///< that an animation shows a page

    WorksheetRequest sheet;                   ///< what is to be worked out; how it is shown stands above
    std::optional<std::filesystem::path> key; ///< where a worksheet's answers go
    Index variants = 0;                       ///< so many sheets, each with its key, into a folder; 0: one sheet

    ScriptLanguage language = ScriptLanguage::numpy;
    bool operator==(const DocumentRequest&) const = default;
};

// What a request may ask of a storyboard.
constexpr float most_frame_dpi = 600;

/// What the name of its file ends in: ".pdf or .gif"; of frames, nothing.
std::string document_endings(const DocumentRequest& request);

/// Writes the document: one file, of a worksheet with its key, or frames into a folder. All or nothing. The trace of
/// the source need not be computed for worksheets and scripts.
Result<void> write_document(const DocumentRequest& request, const FigureSource& source,
                            const std::filesystem::path& output, const ExportWork& work = {});

} // namespace attn
