#pragma once

#include "core/explain/explain.h"
#include "ui/document/ui_context.h"
#include "ui/panels/cell_terms.h"

namespace attn {

/// Adds the cells that are computed from this one, each a link, and how many more there are. Returns the baseline of
/// the last line.
float add_cell_dependents(Scene& scene, const UiContext& ui, const CellTerms& terms, const SectionPlace& place);

} // namespace attn
