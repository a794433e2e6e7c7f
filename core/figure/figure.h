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

/// All that figures are drawn from: the session, its numbers and the typesetter.
struct FigureSource {
    const Session& session;
    const Trace& trace;
    const Typesetter& typesetter;
    const Trace* baseline = nullptr; ///< the numbers that changes are compared with; null: no changes are shown
    /// Results that one figure computes for the next.
    std::shared_ptr<PictureCache> cache = std::make_shared<PictureCache>();
    std::stop_token stop{}; ///< stops the layout of figures with many pages
};

/// A figure that is laid out.
struct Figure {
    DisplayList list;
    Page page;
    float scale = 1; ///< pixels of 1/96 inch per unit of the list
    Prose title;
    std::string caption;              ///< title, formula and words as TeX for a \caption
    std::string words;                ///< the words beneath the figure, as TeX
    bool standalone = false;          ///< true: as TeX it is a document of its own; false: a picture to \input
    std::vector<std::string> remarks; ///< notes for the author, e.g. that numbers are left out
    bool is_whole = true;             ///< true: no number of a cell, no word and no letter is left out
};

/// The measures that all figures of a series have in common, so that they can be laid beside or over each other. In
/// units of their display lists.
struct SeriesLayout {
    Point cell;            ///< size of a cell of the matrices
    float number_size = 0; ///< size of type in the cells; if it is too small, it is so in all figures
    Box picture;           ///< box around all pictures of the series, without title and caption, if their cells lie on
                           ///< each other
    Point page;
};

/// Lays a figure out for its size and its size of type. Text is set at the size of the request and never scaled. Fails
/// if the layer has no such stage, head, item, row or column, or if the kind cannot show the stage. If the page is too
/// small, the error names the size that would do.
Result<Figure> lay_out(const FigureRequest& request, const FigureSource& source, const SeriesLayout* series = nullptr);

/// The measures of a series of figures whose matrices have one shape. Fails as lay_out does.
Result<SeriesLayout> series_layout(std::span<const FigureRequest> figures, const FigureSource& source);

/// The cell [row, column] that the request is about, checked against the layer. For kinds that do not show a single
/// array only item and head count.
Result<CellId> figure_cell(const FigureRequest& request, const FigureSource& source);

/// A step of a figure that is built up: the part of it that is shown.
struct FigureStep {
    std::string name;               ///< name of the step in its file's name: "terms"
    std::optional<Reveal> reveal{}; ///< the part that is shown; nullopt: all of it
    bool marks_cell = true;         ///< true: marks the selected cell and the cells from which it is computed
    std::optional<CellId> cell{};   ///< the selected cell; nullopt: the request's
    bool page_grows = true;         ///< true: a picture without room asks for a wider page
};

/// Lays the figure out once for each step. Page, title, caption and all parts of the picture have the same places in
/// each, so that the steps lie exactly on each other. Fails as lay_out does.
Result<std::vector<Figure>> lay_out_steps(const FigureRequest& request, const FigureSource& source,
                                          std::span<const FigureStep> steps);

/// Fails if lay_out would refuse the request because its kind has no picture. Lays nothing out.
Result<void> can_be_drawn(const FigureRequest& request, const FigureSource& source);

enum class FigureFormat : std::uint8_t { png, svg, pdf, tex };

/// The format for the ending of a file name.
std::optional<FigureFormat> figure_format(std::string_view ending);

/// Writes the figure as the bytes of a file. Equal figures give equal bytes.
Result<std::string> write(const Figure& figure, FigureFormat format, float dpi, const Typesetter& typesetter);
/// The figure in TeX, and the letters that it needs.
Result<TexPicture> tex_picture(const Figure& figure, const Typesetter& typesetter);

} // namespace attn
