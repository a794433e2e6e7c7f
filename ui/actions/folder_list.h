#pragma once

#include "ui/document/seen_files.h"
#include "ui/document/ui_context.h"

#include <filesystem>
#include <vector>

namespace attn {

/// True if the open field asks for a path.
bool asks_for_path(const UiContext& ui);
/// True if the open field asks for a file to be read: a chosen file is then opened at once.
bool asks_for_file_to_read(const UiContext& ui);
/// True if the list of files replaces the content of a dialog, because the dialog's field of a path is being edited.
bool lists_files(const UiContext& ui);

/// The absolute path of the folder whose files are listed.
std::filesystem::path folder_in_sight(const UiContext& ui);

/// The entries that fit the path being typed: in its folder, those whose names begin with the part after the last
/// slash, then those that contain it. Folders come first; hidden files need a dot typed. While nothing is typed, recent
/// files come first.
std::vector<FolderEntry> folder_entries(const UiContext& ui);

/// Writes the path of entry number `entry`, from 0, into the field. Returns true if it is a file.
bool choose_entry(const UiContext& ui, Workspace& workspace, Index entry);

/// Completes the path being typed by what all matching names in its folder have in common: "te" becomes "tea" if there
/// are tea.json and tea-is-hot.json. Returns false if that adds nothing.
bool complete_path(const UiContext& ui, Workspace& workspace);

} // namespace attn
