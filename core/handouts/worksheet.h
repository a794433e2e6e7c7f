#pragma once

#include "core/document/session/figure_request.h"
#include "core/document/session/session.h"
#include "core/figure/pdf.h"
#include "core/figure/text.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// A sheet to be worked on with a pencil.
struct WorksheetRequest {
    /// Its item, head (none: all, or as many as a pencil gets through), row, notation, and whether tokens are columns.
    FigureRequest shown;
    std::vector<ArrayId> stages; ///< what is to be worked out; none: the steps of the notes from the scores on
    Index rows = 0;            ///< of so many queries, from that row on; 0: of it alone, or of as many as there is room
    Index every = 1;           ///< of a matrix' cells each so many-th is to be worked out
    std::uint64_t variant = 0; ///< 0: the session's own numbers
    bool slip = false;         ///< all is worked out, with one mistake that is to be found
    bool operator==(const WorksheetRequest&) const = default;
};

/// The pages of the sheet and of its key, A4.
struct WorksheetPages {
    std::string title;
    std::vector<PdfPage> sheet;
    std::vector<PdfPage> key;
};

/// Two PDF files of these pages.
struct Worksheet {
    std::string sheet;
    std::string key;
};

/// Equal requests of equal sessions give equal bytes. Fails where the layer has no such stage, head or item, where a
/// stage leaves nothing to work out, or where it is too large for paper.
Result<WorksheetPages> worksheet_pages(const Session& session, const WorksheetRequest& request,
                                       const Typesetter& typesetter);
Result<Worksheet> worksheet(const Session& session, const WorksheetRequest& request, const Typesetter& typesetter);

} // namespace attn
