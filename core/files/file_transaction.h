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

/// Files that belong together: either all of them appear, or none, and the old files stay. Each is written under a
/// temporary name; in the end all get their own names one after another. If one fails, the files that were already
/// replaced are restored, and a new folder is removed. A new folder gets its name with all files in it by a single
/// rename: if the program is killed, the folder exists with all its files or not at all. In an existing folder, a kill
/// between two of the last renames leaves some new and some old files, each complete.
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

    /// Creates the folder of the files if it does not exist; the folder appears together with the files. Must be called
    /// at most once.
    Result<void> make_folder(const std::filesystem::path& path);
    /// Returns the path to which a file must be written that is to appear at `path`: the same path, or one in the
    /// unfinished folder.
    std::filesystem::path place(const std::filesystem::path& path) const;
    /// Returns the error with files named by their final paths.
    Error in_place(Error failure) const;
    /// Adds a file that appears together with the others. It may be prepared already.
    Result<void> add(AtomicFile file);
    /// Writes a whole file that appears together with the others.
    Result<void> write(const std::filesystem::path& path, std::string_view bytes);
    /// Makes all files appear. Must be called only once.
    Result<void> commit();

private:
    struct Replaced {
        std::filesystem::path path;
        std::filesystem::path kept; // temporary name of the old file until all files exist; empty: there was no old
                                    // file
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
    InputFiles inputs_; // files that must not be replaced
};

} // namespace attn
