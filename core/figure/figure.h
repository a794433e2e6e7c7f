#pragma once

#include "core/document/session/figure_request.h"
#include "core/document/session/session.h"
#include "core/engine/trace.h"
#include "core/figure/page.h"
#include "core/figure/pictures/cache.h"
#include "core/figure/pictures/view_state.h"
#include "core/figure/tex.h"
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

/// The session, its numbers and the typesetter from which figures are drawn.
struct FigureSource {
    const Session& session;
    const Trace& trace;
    const Typesetter& typesetter;
    const Trace* baseline = nullptr; ///< what a change is counted from
    /// Results that one figure leaves for the next.
    std::shared_ptr<PictureCache> cache = std::make_shared<PictureCache>();
    std::stop_token stop{}; ///< ends what has many pages
};

/// A figure that is laid out.
struct Figure {
    DisplayList list;
    Page page;
    float scale = 1; ///< pixels of 1/96 inch each unit of the list
    Prose title;
    std::string caption;              ///< the same and what stands beneath, as TeX for a \caption
    std::string words;                ///< what stands beneath, as TeX
    bool standalone = false;          ///< as TeX it is a document, and no picture to \input
    std::vector<std::string> remarks; ///< what the author should know: numbers that were left out
    bool is_whole = true;             ///< no number of a cell, no word and no letter is left out
};

/// The measures that the figures of a series share, so that they can be laid beside or over each other; all in units of
/// their display lists.
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

/// The measures of a series of figures whose matrices have one shape. Fails as lay_out does.
Result<SeriesLayout> series_layout(std::span<const FigureRequest> figures, const FigureSource& source);

/// The cell [row, column] that the request is about, checked against the layer; of the kinds that show no single array
/// only item and head count.
Result<CellId> figure_cell(const FigureRequest& request, const FigureSource& source);

/// A step of a figure: the part of it that is revealed.
struct FigureStep {
    std::string name;               ///< of its file: "terms"
    std::optional<Reveal> reveal{}; ///< none: all of it
    bool marks_cell = true;         ///< the chosen cell, with what it is made from
    std::optional<CellId> cell{};   ///< the chosen one; none: the request's
    bool page_grows = true;         ///< what has no room asks for a wider page
};

/// The figure once for each step, laid out as a whole: page, title, caption and everything in the picture stand in one
/// place, so that the steps lie exactly on each other. Fails as lay_out does.
Result<std::vector<Figure>> lay_out_steps(const FigureRequest& request, const FigureSource& source,
                                          std::span<const FigureStep> steps);

/// Fails, before anything is laid out, where lay_out would refuse the request: it has no picture.
Result<void> can_be_drawn(const FigureRequest& request, const FigureSource& source);

enum class FigureFormat : std::uint8_t { png, svg, pdf, tex };

/// The format that a file name's ending asks for.
std::optional<FigureFormat> figure_format(std::string_view ending);

/// The figure as the bytes of a file. Equal figures give equal bytes.
Result<std::string> write(const Figure& figure, FigureFormat format, float dpi, const Typesetter& typesetter);
/// The figure in TeX, with the letters that it needs.
Result<TexPicture> tex_picture(const Figure& figure, const Typesetter& typesetter);

} // namespace attn
