#pragma once

#include "core/files/atomic_file.h"
#include "core/files/input_files.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// Files that belong together: all of them appear, or none, and the old files stay. Each is written under a temporary
/// name; in the end all take their own names one after another. If one fails, files replaced so far come back, and a
/// new folder is removed. A new folder gets its name with all files in it by a single rename: if the program is killed,
/// it is there whole or not at all. In an existing folder, a kill between two of the last renames leaves some new and
/// some old files, each whole.
///
///     FileTransaction files;
///     files.make_folder(folder);
///     files.write(folder / "a.txt", "a");
///     return files.commit();
class FileTransaction {
public:
    /// `inputs`: files that must not be replaced.
    explicit FileTransaction(InputFiles inputs = {}) : inputs_(std::move(inputs)) {}
    FileTransaction(const FileTransaction&) = delete;
    FileTransaction& operator=(const FileTransaction&) = delete;
    ~FileTransaction();

    /// Makes the folder of the files if it does not exist; it appears with them. Call it at most once.
    Result<void> make_folder(const std::filesystem::path& path);
    /// The path to write a file to that shall appear at `path`: the same, or in the unfinished folder.
    std::filesystem::path place(const std::filesystem::path& path) const;
    /// The error, naming files by their final paths.
    Error in_place(Error failure) const;
    /// Adds a file that appears with the others. It may be prepared already.
    Result<void> add(AtomicFile file);
    /// Writes a whole file that appears with the others.
    Result<void> write(const std::filesystem::path& path, std::string_view bytes);
    /// Makes all files appear. Call it once.
    Result<void> commit();

private:
    struct Replaced {
        std::filesystem::path path;
        std::filesystem::path kept; // the old file's temporary name until all files are there; empty: there was none
        bool is_new = false;
    };
    void take_back();
    Result<void> commit_files();

    struct MadeFolder {
        std::filesystem::path folder;
        std::filesystem::path unfinished; ///< temporary name until the folder is committed
        FileDescriptor lock;
    };

    std::list<AtomicFile> files_;
    std::vector<Replaced> replaced_;
    std::optional<MadeFolder> made_folder_;
    InputFiles inputs_; // never replaced
};

} // namespace attn
