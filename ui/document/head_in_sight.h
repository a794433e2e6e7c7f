#pragma once

#include "ui/document/document.h"
#include "ui/document/ui_context.h"

#include <optional>

namespace attn {

/// Returns the item and head that the window shows alone, apart from thumbnails in the pipeline and from other heads up
/// to the shown array; nullopt if the window shows more: results of several heads, or readouts.
std::optional<HeadInSight> head_in_sight(const UiContext& ui);

} // namespace attn
