#include "ui/document/seen_files.h"

#include "core/document/files/readable_files.h"
#include "core/files/printable.h"
#include "ui/toolkit/typed_text.h"

#include <algorithm>
#include <system_error>
#include <tuple>
#include <utility>

namespace attn {

namespace {

/// The most files of a folder that are shown: the first ones that the system lists.
constexpr std::size_t most_entries = 4000;

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

} // namespace

bool SeenFiles::is_there(const std::filesystem::path& file) {
    asked_for_files_ = true;
    const auto known = files_.find(file);
    if (known != files_.end())
        return known->second;
    std::error_code ignored;
    return files_[file] = std::filesystem::is_regular_file(file, ignored);
}

const std::vector<FolderEntry>& SeenFiles::folder(const std::filesystem::path& folder, std::string_view typed) {
    asked_for_folder_ = true;
    if (!has_read_ || folder != folder_ || typed != typed_) {
        entries_ = read_folder(folder);
        folder_ = folder;
        typed_ = typed;
        has_read_ = true;
    }
    return entries_;
}

void SeenFiles::forget_unless_asked() {
    if (!std::exchange(asked_for_files_, false))
        files_.clear();
    if (!std::exchange(asked_for_folder_, false))
        has_read_ = false;
}

} // namespace attn
