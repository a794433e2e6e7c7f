#pragma once

#include "core/export/export_work.h"
#include "core/export/script.h"
#include "core/figure/figure.h"
#include "core/handouts/lecture_scene.h"
#include "core/handouts/worksheet.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace attn {

enum class DocumentKind : std::uint8_t { storyboard, worksheet, handout, notes, slides, code };

/// The author's choices for a document about a whole layer.
struct DocumentRequest {
    DocumentKind kind = DocumentKind::storyboard;
    FigureRequest shown; ///< item, head and notation, and whether tokens are columns; the rest is not used

    bool all_layers = false;           ///< true: a handout shows the whole model around the layer
    bool upright = false;              ///< true: a storyboard's pages are upright instead of 16:9
    std::optional<std::string> frames; ///< "png" or "svg": a storyboard is written with one file for each page;
                                       ///< nullopt: as one file
    float dpi = 144;                   ///< resolution of frames and animations; at 144 a page is 1920 × 1080 pixels
    float seconds = 3;                 ///< duration of a page in an animation, in seconds

    WorksheetRequest sheet;                   ///< the worksheet's tasks; `shown` above has its appearance
    std::optional<std::filesystem::path> key; ///< the file for a worksheet's answers
    Index variants = 0;                       ///< number of worksheets, each with its key, to be written into a folder;
                                              ///< 0: one worksheet

    ScriptLanguage language = ScriptLanguage::numpy;
    bool operator==(const DocumentRequest&) const = default;
};

// The limit of the resolution of a storyboard's frames.
constexpr float most_frame_dpi = 600;

/// Returns the extensions that the document's file may have, in words: ".pdf or .gif"; empty for frames.
std::string document_endings(const DocumentRequest& request);

/// Writes the document as one file, as a worksheet and its key, or as frames into a folder: everything or nothing. For
/// worksheets and scripts, the source's trace need not be computed.
Result<void> write_document(const DocumentRequest& request, const FigureSource& source,
                            const std::filesystem::path& output, const ExportWork& work = {});

/// Writes the scenes of a lesson or a lecture as slides, a handout or a storyboard: everything or nothing. Fails for
/// other kinds of document.
Result<void> write_lecture(const DocumentRequest& request, const Lecture& lecture, const Typesetter& typesetter,
                           const std::filesystem::path& output);

} // namespace attn
