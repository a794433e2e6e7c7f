#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A folder or file that is offered for the path being typed.
struct FolderEntry {
    std::filesystem::path path;
    std::string label; ///< name of the file, or of the folder with a slash at the end
    bool is_folder = false;
    bool is_ours = false; ///< true: the name has the extension of a session, of weights or of an input
    bool is_recent = false;
};

/// The files that lists show. The disk is read when a list opens and when something is typed, but not in every frame.
class SeenFiles {
public:
    bool is_there(const std::filesystem::path& file);
    /// The folder's entries: folders first, then our files. Another `typed` reads the folder anew.
    const std::vector<FolderEntry>& folder(const std::filesystem::path& folder, std::string_view typed);
    /// Called at the end of a frame: forgets what the frame did not ask for, so that it is read again the next time.
    void forget_unless_asked();

private:
    std::map<std::filesystem::path, bool> files_;
    std::filesystem::path folder_;
    std::string typed_;
    std::vector<FolderEntry> entries_;
    bool has_read_ = false;
    bool asked_for_files_ = false; ///< true: files were asked for in this frame
    bool asked_for_folder_ = false;
};

} // namespace attn
