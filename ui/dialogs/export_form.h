#pragma once

#include "ui/actions/export_options.h"
#include "ui/dialogs/form.h"

namespace attn {

/// Adds lines of options, one below the other, each with a label before it; closer together if there are many.
void add_export_lines(Scene& scene, const UiContext& ui, const Box& area, const std::vector<ExportLine>& lines);

/// Adds options side by side. Returns their width.
float add_export_line(Scene& scene, const UiContext& ui, Point at, const ExportLine& line);

/// Adds the open list above everything else, if one is open.
void add_export_list(Form& form);

} // namespace attn
