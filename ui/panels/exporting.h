#pragma once

#include "ui/export_preview.h"
#include "ui/scene.h"
#include "ui/ui_context.h"

namespace attn {

/// The export dialog: what is asked on the left, on the right what will be written, as it will be written.
void exporting_panel(Scene& scene, const UiContext& ui, const Box& window, const ExportPreview& preview);

} // namespace attn
