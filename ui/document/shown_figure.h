#pragma once

#include "core/document/session/figure_request.h"
#include "ui/document/ui_context.h"

namespace attn {

/// The figure of what the stage shows: the same that the command line draws for such a request.
FigureRequest shown_figure(const UiContext& ui);

} // namespace attn
