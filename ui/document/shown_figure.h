#pragma once

#include "core/document/session/figure_request.h"
#include "ui/document/ui_context.h"

namespace attn {

/// Returns the figure of what the centre of the window shows, exactly as the command line draws it.
FigureRequest shown_figure(const UiContext& ui);

} // namespace attn
