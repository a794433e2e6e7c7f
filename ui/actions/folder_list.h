#pragma once

#include "ui/document/ui_context.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// A folder or file that may be chosen in place of what is being typed.
struct FolderEntry {
    std::filesystem::path path;
    std::string label; ///< its name; of a folder with a slash behind it
    bool is_folder = false;
    bool is_ours = false; ///< by its name: a session, weights, an input
    bool is_recent = false;
};

/// True if the field that is written asks for a path.
bool asks_for_path(const UiContext& ui);
/// True if the path is one to read: a file that is chosen for it is taken at once.
bool asks_for_file_to_read(const UiContext& ui);
/// True if the list of files stands in the place of what a dialog shows, since its field of a path is used.
bool lists_files(const UiContext& ui);

/// The folder whose files are listed, whole.
std::filesystem::path folder_in_sight(const UiContext& ui);

/// What fits the path being typed: the folders and files of its folder whose names begin with what stands behind its
/// last slash, else those that contain it; folders first, and nothing hidden unless a dot was typed. Where nothing was
/// typed yet recent files stand first.
std::vector<FolderEntry> folder_entries(const UiContext& ui);

/// Puts the entry, counted from 0, into the field; true where it is a file, which then can be taken.
bool choose_entry(const UiContext& ui, Workspace& workspace, Index entry);

/// Adds to the path being typed what all names in its folder go on with that begin as its last part does: "te" becomes
/// "tea" where there are tea.json and tea-is-hot.json. False if they have no more in common, or none begins so.
bool complete_path(const UiContext& ui, Workspace& workspace);

} // namespace attn
