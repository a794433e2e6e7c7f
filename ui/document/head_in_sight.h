#pragma once

#include "ui/document/document.h"
#include "ui/document/ui_context.h"

#include <optional>

namespace attn {

/// The item and head whose numbers are all that the window shows of a layer, but for small pictures in the pipeline,
/// and for other heads' numbers up to the stage on the screen. None where it shows more: what heads make together, what
/// is read out of that.
std::optional<HeadInSight> head_in_sight(const UiContext& ui);

} // namespace attn
