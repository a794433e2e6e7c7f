#include "ui/actions/folder_list.h"

#include "core/files/printable.h"
#include "ui/actions/dialog.h"
#include "ui/actions/fields.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <system_error>

namespace attn {

namespace {

/// The use of the path being typed; `nullopt` if no field asks for one.
std::optional<PathUse> use_of_path(const UiContext& ui) {
    const Dialog* const dialog = open_dialog(ui.workspace);
    const bool asks = dialog != nullptr && ui.workspace.field && ui.workspace.field->name.ends_with("-path");
    return asks ? dialog->path : std::nullopt;
}

std::string typed_path(const UiContext& ui) {
    return ui.workspace.field ? ui.workspace.field->text : std::string();
}

struct TypedPath {
    std::filesystem::path folder;
    std::string name; ///< the part of the path after the last slash
};

TypedPath taken_apart(const std::string& text) {
    const std::size_t slash = text.rfind('/');
    const std::string folder = slash == std::string::npos ? std::string() : text.substr(0, slash + 1);
    return {path_of(folder), slash == std::string::npos ? text : text.substr(slash + 1)};
}

void add_recent(const UiContext& ui, std::vector<FolderEntry>& entries) {
    constexpr std::size_t most_recent = 5;
    std::vector<FolderEntry> recent;
    for (const std::filesystem::path& file : ui.status.recent) {
        if (recent.size() < most_recent && ui.status.files->is_there(file))
            recent.push_back({file, printable(file.filename().string()), false, true, true});
    }
    entries.insert(entries.begin(), recent.begin(), recent.end());
}

/// Sets the field's text to a path and puts the caret after it.
void write_path(Workspace& workspace, const std::string& path) {
    workspace.field = open_field(workspace.field->name, path);
    workspace.field->is_used = true;
    workspace.field->anchor = workspace.field->caret;
    workspace.field_problem.clear();
    workspace.overlay->marked = 0;
}

/// The common beginning of both texts, in whole letters of UTF-8.
std::string common_beginning(const std::string& left, const std::string& right) {
    const auto differ = std::ranges::mismatch(left, right);
    auto end = static_cast<std::size_t>(differ.in1 - left.begin());
    while (end < left.size() && end > 0 && (static_cast<unsigned char>(left[end]) & 0xC0U) == 0x80U)
        --end;
    return left.substr(0, end);
}

} // namespace

bool asks_for_path(const UiContext& ui) {
    return use_of_path(ui).has_value();
}

bool asks_for_file_to_read(const UiContext& ui) {
    return use_of_path(ui) == PathUse::read;
}

bool lists_files(const UiContext& ui) {
    return asks_for_path(ui) && ui.workspace.field->is_used;
}

std::filesystem::path folder_in_sight(const UiContext& ui) {
    const std::filesystem::path folder = taken_apart(typed_path(ui)).folder;
    std::error_code failed;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(folder.empty() ? "." : folder, failed);
    return failed ? folder : whole;
}

std::vector<FolderEntry> folder_entries(const UiContext& ui) {
    const std::string text = typed_path(ui);
    const TypedPath typed = taken_apart(text);
    std::vector<FolderEntry> entries = ui.status.files->folder(typed.folder, text);
    const bool shows_hidden = typed.name.starts_with('.');
    const bool shows_files = use_of_path(ui) != PathUse::exported; // an export must not replace a session
    std::erase_if(entries, [&](const FolderEntry& entry) {
        return (entry.label.starts_with('.') && !shows_hidden) || !(entry.is_folder || (entry.is_ours && shows_files));
    });
    // A proposed or complete path is not a search.
    const bool opens = asks_for_file_to_read(ui);
    if (const std::string wanted = lower_case(typed.name); opens && !wanted.empty()) {
        const auto begins = [&](const FolderEntry& entry) { return lower_case(entry.label).starts_with(wanted); };
        std::erase_if(entries, [&](const FolderEntry& entry) {
            return lower_case(entry.label).find(wanted) == std::string::npos;
        });
        std::stable_partition(entries.begin(), entries.end(), begins);
    }
    if (!typed.folder.empty() || text.empty()) {
        const std::filesystem::path folder = typed.folder.empty() ? std::filesystem::path("./") : typed.folder;
        entries.insert(entries.begin(), FolderEntry{folder / "..", "../", true, false, false});
    }
    if (opens && text.empty())
        add_recent(ui, entries);
    return entries;
}

bool choose_entry(const UiContext& ui, Workspace& workspace, Index entry) {
    const std::vector<FolderEntry> entries = folder_entries(ui);
    if (!workspace.field || entry < 0 || entry >= std::ssize(entries))
        return false;
    const FolderEntry& chosen = entries[static_cast<std::size_t>(entry)];
    std::string path = chosen.path.lexically_normal().string();
    if (chosen.is_folder) {
        std::error_code ignored;
        if (chosen.label == "../")
            path = std::filesystem::weakly_canonical(chosen.path, ignored).string();
        if (!path.ends_with('/'))
            path += '/';
        if (!asks_for_file_to_read(ui)) // writing keeps the proposed file name in the other folder
            path += taken_apart(workspace.field->text).name;
    }
    write_path(workspace, path);
    return !chosen.is_folder;
}

bool complete_path(const UiContext& ui, Workspace& workspace) {
    const std::string text = typed_path(ui);
    const std::string typed = taken_apart(text).name;
    std::optional<std::string> common;
    for (const FolderEntry& entry : folder_entries(ui)) {
        const std::string name = entry.path.filename().string() + (entry.is_folder ? "/" : "");
        if (!entry.is_recent && entry.label != "../" && name.starts_with(typed))
            common = common ? common_beginning(*common, name) : name;
    }
    if (!common || common->size() <= typed.size())
        return false;
    write_path(workspace, text.substr(0, text.size() - typed.size()) + *common);
    return true;
}

} // namespace attn
