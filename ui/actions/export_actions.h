#pragma once

#include "core/tensor/result.h"
#include "ui/actions/actions.h"
#include "ui/actions/export_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Opens the export dialog as it was when it was closed, in the field of the path.
void open_export_again(const CommandContext& command);
/// Opens the export dialog on what the stage shows; the page stays as it was set last.
void open_export(const CommandContext& command);

/// In the place of an option's name: the list of the ways in which a figure can be copied.
constexpr std::string_view copy_list = "copy";
std::vector<ExportChoice> copy_choices();
/// What the open list has, and what the targets of its choices begin with.
std::vector<ExportChoice> listed_choices(const UiContext& ui);
std::string listed_prefix(const UiContext& ui);

/// Enter in the field of an option, or in that of the path, which writes.
Result<void> take_export_field(std::string_view option, std::string_view text, const CommandContext& command);
Result<void> take_export_path(std::string_view text, const CommandContext& command);
/// The path as it was typed; what a figure's ends in is its format.
void set_export_path(ExportChoices& choices, std::string_view text);

/// The field of the tab's path.
std::string export_path_field(ExportTab tab);
bool is_export_path(std::string_view field);
/// Whether Enter in that field writes at once, as in those of paths; in others it takes what was typed.
bool enter_writes(std::string_view field);

/// Tab, arrows, Enter and Ctrl+Z, while no field is edited.
void walk_export(const CommandContext& command);
/// Tab in one of its fields: what was typed is taken, and the next option is in focus.
void leave_for_next_option(const CommandContext& command);

} // namespace attn
