#pragma once

#include "core/tensor/result.h"
#include "ui/actions/actions.h"
#include "ui/actions/export_options.h"

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Opens the export dialog with the settings that it had when it was closed; the focus is in the field of its path.
void open_export_again(const CommandContext& command);
/// Opens the export dialog with what the stage shows; the options of the page stay as they were set last.
void open_export(const CommandContext& command);

/// The name of the list of ways to copy a figure, in place of an option's name.
constexpr std::string_view copy_list = "copy";
std::vector<ExportChoice> copy_choices();
/// The choices of the open list, and what the targets of its choices begin with.
std::vector<ExportChoice> listed_choices(const UiContext& ui);
std::string listed_prefix(const UiContext& ui);

/// Takes the text of an option's field, or of the path's; the latter writes the file.
Result<void> take_export_field(std::string_view option, std::string_view text, const CommandContext& command);
Result<void> take_export_path(std::string_view text, const CommandContext& command);
/// Takes the path as it was typed; the extension of a figure's path sets the format.
void set_export_path(ExportChoices& choices, std::string_view text);

/// The field of the tab's path.
std::string export_path_field(ExportTab tab);
bool is_export_path(std::string_view field);
/// True if Enter in this field writes the file, as in fields of paths; in other fields it only stores the text.
bool enter_writes(std::string_view field);

/// Reacts to Tab, arrows, Enter and Ctrl+Z while no field is edited.
void walk_export(const CommandContext& command);
/// Reacts to Tab in a field of the dialog: takes the text, and puts the focus on the next option.
void leave_for_next_option(const CommandContext& command);

} // namespace attn
