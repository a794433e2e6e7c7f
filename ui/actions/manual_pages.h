#pragma once

#include "ui/document/ui_context.h"

#include <optional>
#include <string_view>

namespace attn {

/// Returns the number of the manual's page about this topic; nullopt if there is none.
std::optional<Index> find_manual_page(const UiContext& ui, std::string_view topic);

/// Opens the manual on that page.
void show_manual_page(Workspace& workspace, Index page);

/// Goes `by` pages forward in the open manual, not beyond its first and last page, and scrolls to the top.
void turn_manual_page(const UiContext& ui, Workspace& workspace, Index by);

} // namespace attn
