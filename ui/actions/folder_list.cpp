#include "ui/actions/folder_list.h"

#include "core/document/files/readable_files.h"
#include "core/files/printable.h"
#include "ui/actions/fields.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <system_error>
#include <tuple>

namespace attn {

namespace {

/// Of a folder with more, the first that the system names are shown; typing finds the others' beginnings among them.
constexpr std::size_t most_entries = 4000;

/// What the path of a field is for.
enum class PathUse : std::uint8_t { read, save, exported };

struct PathField {
    std::string_view name;
    PathUse use;
};
constexpr std::array listed_paths{
    PathField{"field:open-path", PathUse::read},         PathField{"field:check-path", PathUse::read},
    PathField{"field:notation-path", PathUse::read},     PathField{"field:save-path", PathUse::save},
    PathField{"field:weights-path", PathUse::save},      PathField{"field:picture-path", PathUse::exported},
    PathField{"field:document-path", PathUse::exported}, PathField{"field:folder-path", PathUse::exported}};

/// The use of the path that is written; none if no field asks for one.
std::optional<PathUse> use_of_path(const UiContext& ui) {
    if (!ui.workspace.overlay || !ui.workspace.field)
        return std::nullopt;
    const auto* const found = std::ranges::find(listed_paths, ui.workspace.field->name, &PathField::name);
    return found == listed_paths.end() ? std::nullopt : std::optional(found->use);
}

std::string typed_path(const UiContext& ui) {
    return ui.workspace.field ? ui.workspace.field->text : std::string();
}

struct TypedPath {
    std::filesystem::path folder;
    std::string name; ///< what stands behind the last slash
};

TypedPath taken_apart(const std::string& text) {
    const std::size_t slash = text.rfind('/');
    const std::string folder = slash == std::string::npos ? std::string() : text.substr(0, slash + 1);
    return {path_of(folder), slash == std::string::npos ? text : text.substr(slash + 1)};
}

FolderEntry entry_of(const std::filesystem::directory_entry& file) {
    std::error_code ignored;
    FolderEntry entry;
    entry.path = file.path();
    entry.is_folder = file.is_directory(ignored);
    entry.is_ours = !entry.is_folder && kind_of(entry.path) != FileKind::other && entry.path.has_extension();
    entry.label = printable(entry.path.filename().string()) + (entry.is_folder ? "/" : "");
    return entry;
}

std::vector<FolderEntry> read_folder(const std::filesystem::path& folder) {
    std::vector<FolderEntry> entries;
    std::error_code failed;
    std::filesystem::directory_iterator file(folder.empty() ? std::filesystem::path(".") : folder, failed);
    for (; !failed && file != std::filesystem::directory_iterator() && entries.size() < most_entries;
         file.increment(failed)) {
        entries.push_back(entry_of(*file));
        if (folder.empty())
            entries.back().path = file->path().filename();
    }
    std::ranges::sort(entries, {}, [](const FolderEntry& entry) {
        return std::tuple(!entry.is_folder, !entry.is_ours, lower_case(entry.label), entry.label);
    });
    return entries;
}

void add_recent(const UiContext& ui, std::vector<FolderEntry>& entries) {
    constexpr std::size_t most_recent = 5;
    std::vector<FolderEntry> recent;
    for (const std::filesystem::path& file : ui.status.recent) {
        std::error_code ignored;
        if (recent.size() < most_recent && std::filesystem::is_regular_file(file, ignored))
            recent.push_back({file, printable(file.filename().string()), false, true, true});
    }
    entries.insert(entries.begin(), recent.begin(), recent.end());
}

/// The field has this path, with the caret behind it.
void write_path(Workspace& workspace, const std::string& path) {
    workspace.field = open_field(workspace.field->name, path);
    workspace.field->is_used = true;
    workspace.field->anchor = workspace.field->caret;
    workspace.field_problem.clear();
    workspace.overlay->marked = 0;
}

/// What both texts begin with, in whole letters of UTF-8.
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
    std::vector<FolderEntry> entries = read_folder(typed.folder);
    const bool shows_hidden = typed.name.starts_with('.');
    const bool shows_files = use_of_path(ui) != PathUse::exported; // no session is replaced by a picture
    std::erase_if(entries, [&](const FolderEntry& entry) {
        return (entry.label.starts_with('.') && !shows_hidden) || !(entry.is_folder || (entry.is_ours && shows_files));
    });
    // A path that is proposed, or complete, is no search.
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
        if (!asks_for_file_to_read(ui)) // writing keeps the name that is proposed, in the other folder
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
