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

/// The request for a sheet to be filled in with a pencil.
struct WorksheetRequest {
    /// The item, the heads (none: all, or one of a large layer), the row, the notation and the orientation of tokens.
    FigureRequest shown;
    std::vector<ArrayId> stages; ///< stages to work out; empty: the notes' steps from the scores on
    Index rows = 0;              ///< queries asked, from the requested row on; 0: only that row, or as many as fit
    Index every = 1;             ///< each `every`-th cell of a matrix is asked
    std::uint64_t variant = 0;   ///< 0: the session's own numbers
    bool slip = false;           ///< everything is worked out, with one mistake to find
    bool operator==(const WorksheetRequest&) const = default;
};

/// The pages of the sheet and of its key, A4.
struct WorksheetPages {
    std::string title;
    std::vector<PdfPage> sheet;
    std::vector<PdfPage> key;
};

/// The sheet and its key as two PDF files.
struct Worksheet {
    std::string sheet;
    std::string key;
};

/// The sheet and its key as pages. Equal requests of equal sessions give equal pages. Fails if the layer lacks a stage,
/// head or item, or if a stage leaves nothing to work out or is too large for paper.
Result<WorksheetPages> worksheet_pages(const Session& session, const WorksheetRequest& request,
                                       const Typesetter& typesetter);
/// The sheet and its key as PDF files; fails as worksheet_pages() does. Equal requests of equal sessions give equal
/// bytes.
Result<Worksheet> worksheet(const Session& session, const WorksheetRequest& request, const Typesetter& typesetter);

} // namespace attn
