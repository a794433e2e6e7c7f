#pragma once

#include "core/tensor/result.h"
#include "ui/actions/actions.h"

#include <string>
#include <string_view>

namespace attn {

/// Opens the export dialog on what the stage shows; the page stays as it was set last.
void open_export(const CommandContext& command);

/// What its buttons do: "tab/document", "list/kind", "set/kind/heads", "save", "copy/png", "add", "recipe/2",
/// "remove/2", "change", "page/next".
void run_export(std::string_view what, const CommandContext& command);

/// Enter in the field of an option, or in that of the path, which writes.
Result<void> take_export_field(std::string_view option, std::string_view text, const CommandContext& command);
Result<void> take_export_path(std::string_view text, const CommandContext& command);

/// The field of the tab's path.
std::string export_path_field(ExportTab tab);
bool is_export_path(std::string_view field);

/// Tab, arrows, Enter and Ctrl+Z, while no field is edited.
void walk_export(const CommandContext& command);
/// To the option behind the one in focus, or before it; fields are opened.
void focus_next_option(const CommandContext& command, bool back);
/// The option whose field that is; the path's has none.
std::string_view option_of_field(std::string_view field);

} // namespace attn
