#pragma once

#include "ui/document/export_preview.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The export dialog: what is asked on the left, on the right what will be written, as it will be written.
void exporting_panel(Scene& scene, const UiContext& ui, const Box& window, const ExportPreview& preview);

} // namespace attn
