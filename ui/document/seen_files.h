#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A folder or file offered in place of the path being typed.
struct FolderEntry {
    std::filesystem::path path;
    std::string label; ///< its name; a folder's ends in a slash
    bool is_folder = false;
    bool is_ours = false; ///< its name is that of a session, weights or an input
    bool is_recent = false;
};

/// The files that lists show. The disk is read when a list opens and when something is typed, but not by every frame.
class SeenFiles {
public:
    bool is_there(const std::filesystem::path& file);
    /// The folder's entries: folders first, then our files. Another `typed` reads the folder anew.
    const std::vector<FolderEntry>& folder(const std::filesystem::path& folder, std::string_view typed);
    /// At the end of a frame: forgets what the frame did not ask for, so that it is read anew the next time.
    void forget_unless_asked();

private:
    std::map<std::filesystem::path, bool> files_;
    std::filesystem::path folder_;
    std::string typed_;
    std::vector<FolderEntry> entries_;
    bool has_read_ = false;
    bool asked_for_files_ = false; ///< in this frame
    bool asked_for_folder_ = false;
};

} // namespace attn
