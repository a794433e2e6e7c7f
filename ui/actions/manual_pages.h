#pragma once

#include "core/tensor/result.h"
#include "ui/document/ui_context.h"

#include <string_view>

namespace attn {

/// Opens the manual on the page of that topic. Fails where there is none.
Result<void> show_manual_page(const UiContext& ui, Workspace& workspace, std::string_view topic);

/// With the manual open: the page so many further, from its beginning; stays at the ends.
void turn_manual_page(const UiContext& ui, Workspace& workspace, Index by);
/// So many logical pixels down.
void scroll_manual(Workspace& workspace, float by);

} // namespace attn
