#pragma once

#include "core/document/session/figure_request.h"
#include "ui/document/ui_context.h"

namespace attn {

/// The figure of what the stage shows, exactly as the command line draws it.
FigureRequest shown_figure(const UiContext& ui);

} // namespace attn
