#pragma once

#include "ui/document/ui_context.h"

#include <optional>
#include <string_view>

namespace attn {

/// The number of the manual's page about that topic; `nullopt` if there is none.
std::optional<Index> find_manual_page(const UiContext& ui, std::string_view topic);

/// Opens the manual on that page.
void show_manual_page(Workspace& workspace, Index page);

/// Turns the open manual by so many pages, within its first and last, and scrolls to the top.
void turn_manual_page(const UiContext& ui, Workspace& workspace, Index by);

} // namespace attn
