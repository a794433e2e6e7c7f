#pragma once

#include "core/document/session/figure_request.h"
#include "core/document/session/session.h"
#include "core/engine/trace.h"
#include "core/figure/page.h"
#include "core/figure/pictures/cache.h"
#include "core/figure/pictures/view_state.h"
#include "core/figure/text.h"
#include "core/tensor/result.h"

#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What figures are drawn from.
struct FigureSource {
    const Session& session;
    const Trace& trace;
    const Typesetter& typesetter;
    const Trace* baseline = nullptr; ///< what a change is counted from
    /// What was found for one figure serves the next.
    std::shared_ptr<PictureCache> cache = std::make_shared<PictureCache>();
    std::stop_token stop{}; ///< ends what has many pages
};

/// A figure that is laid out.
struct Figure {
    DisplayList list;
    Page page;
    float scale = 1; ///< pixels of 1/96 inch each unit of the list
    std::string title;
    std::string caption;              ///< the same and what stands beneath, as TeX for a \caption
    std::string words;                ///< what stands beneath, as TeX
    bool standalone = false;          ///< as TeX it is a document, and no picture to \input
    std::vector<std::string> remarks; ///< what the author should know: numbers that were left out
    bool is_whole = true;             ///< no number of a cell, no word and no letter is left out
};

/// What the figures of a series have in common, so that they can be laid beside or over each other: all in units of
/// their lists.
struct SeriesLayout {
    Point cell;            ///< of the matrices
    float number_size = 0; ///< of type in the cells: too small in all of them, or in none
    Box picture;           ///< what all cover where their cells lie on each other, without title and caption
    Point page;
};

/// Lays a figure out for its size and its size of type: text is set at the size that is asked for, never scaled to
/// fit. Fails where the layer has no such stage, head, item, row or column, where the kind does not go with the stage,
/// or where the page is too small; then it says the size that would do.
Result<Figure> lay_out(const FigureRequest& request, const FigureSource& source, const SeriesLayout* series = nullptr);

/// Of figures whose matrices have one shape. Fails as lay_out does.
Result<SeriesLayout> series_layout(std::span<const FigureRequest> figures, const FigureSource& source);

/// The cell [row, column] that the request is about, checked against the layer; of the kinds that show no single array
/// only item and head count.
Result<CellId> figure_cell(const FigureRequest& request, const FigureSource& source);

/// How much of a figure is there.
struct FigureStep {
    std::string name;               ///< of its file: "terms"
    std::optional<Reveal> reveal{}; ///< none: all of it
    bool marks_cell = true;         ///< the chosen cell, with what it is made from
    std::optional<CellId> cell{};   ///< the chosen one; none: the request's
    bool page_grows = true;         ///< what has no room asks for a wider page
};

/// The same figure once for each step, laid out as a whole: page, title, caption and everything in the picture stand
/// in one place, so that the steps lie exactly on each other. Fails as lay_out does.
Result<std::vector<Figure>> lay_out_steps(const FigureRequest& request, const FigureSource& source,
                                          std::span<const FigureStep> steps);

/// Whether the request has a picture at all: whatever lay_out would refuse before it lays anything out.
Result<void> can_be_drawn(const FigureRequest& request, const FigureSource& source);

enum class FigureFormat : std::uint8_t { png, svg, pdf, tex };

/// The format that a file name's ending asks for.
std::optional<FigureFormat> figure_format(std::string_view ending);

/// The figure as the bytes of a file. Equal figures give equal bytes.
Result<std::string> write(const Figure& figure, FigureFormat format, float dpi, const Typesetter& typesetter);

} // namespace attn
