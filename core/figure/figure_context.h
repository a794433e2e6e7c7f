#pragma once

#include "core/figure/figure.h"
#include "core/figure/pictures/draw_context.h"

namespace attn {

/// The session in the requested notation and orientation of tokens.
Session in_notation_of(const FigureRequest& request, Session session);

/// A request with the session and the view state that its figure is drawn from.
class FigureContext {
public:
    /// `cell` is the result of figure_cell. The source must outlive this object.
    FigureContext(const FigureRequest& request, const FigureSource& source, const CellId& cell,
                  const FigureStep& step = {});
    FigureContext(const FigureContext&) = delete;
    FigureContext& operator=(const FigureContext&) = delete;

    const DrawContext& drawing() const { return drawing_; }
    /// The size of a unit of the picture, in pixels of 1/96 inch.
    float scale() const { return scale_; }

private:
    float scale_;
    Session session_;
    ViewState view_state_;
    DrawContext drawing_;
};

} // namespace attn
