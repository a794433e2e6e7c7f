#pragma once

#include "core/attention/result.h"
#include "core/attention/trace.h"
#include "core/figure/page.h"
#include "core/figure/text.h"
#include "core/session/figure_request.h"
#include "core/session/session.h"

#include <optional>
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
};

/// A figure that is laid out.
struct Figure {
    DisplayList list;
    Page page;
    float scale = 1; ///< pixels of 1/96 inch each unit of the list
    std::string title;
    std::vector<std::string> remarks; ///< what the author should know: numbers that were left out
};

/// Lays a figure out for its width and its size of type: text is set at the size that is asked for, never scaled to
/// fit. Fails where the layer has no such stage, head, item, row or column, where the kind does not go with the stage,
/// or where the width is too narrow.
Result<Figure> lay_out(const FigureRequest& request, const FigureSource& source);

/// The cell [row, column] that the request is about, checked against the layer; of the kinds that show no single array
/// only item and head count.
Result<CellId> figure_cell(const FigureRequest& request, const FigureSource& source);

enum class FigureFormat : std::uint8_t { png, svg, pdf, tex };

/// The format that a file name's ending asks for.
std::optional<FigureFormat> figure_format(std::string_view ending);

/// The figure as the bytes of a file. Equal figures give equal bytes.
Result<std::string> write(const Figure& figure, FigureFormat format, float dpi, const Typesetter& typesetter);

} // namespace attn
