#pragma once

#include "ui/actions/export_options.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

namespace attn {

/// The options below each other in the area, each line with its label before it; closer where there are many.
void add_export_lines(Scene& scene, const UiContext& ui, const Box& area, const std::vector<ExportLine>& lines);

/// Options beside each other. Returns their width.
float add_export_line(Scene& scene, const UiContext& ui, Point at, const ExportLine& line);

/// The list that is open, over everything else; nothing where none is.
void add_export_list(Scene& scene, const UiContext& ui, const Box& window);

} // namespace attn
