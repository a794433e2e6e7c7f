#pragma once

#include "ui/document/ui_context.h"

#include <optional>
#include <string_view>

namespace attn {

/// Which page of the manual is about that topic; nothing where none is.
std::optional<Index> find_manual_page(const UiContext& ui, std::string_view topic);

/// Opens the manual on that page.
void show_manual_page(Workspace& workspace, Index page);

/// With the manual open: the page so many further, from its beginning; stays at the ends.
void turn_manual_page(const UiContext& ui, Workspace& workspace, Index by);
/// So many logical pixels down, at most to `longest` from its beginning.
void scroll_manual(Workspace& workspace, float by, float longest);

} // namespace attn
