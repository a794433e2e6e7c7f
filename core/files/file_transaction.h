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

/// Files that belong together: all of them appear, or none, and what stood in their places stays. Each is written under
/// a temporary name; all take their own names one after another in the end. A file that was replaced until one failed
/// comes back, and the folder that was made goes again. A folder that is new gets its name with all of its files in it,
/// by a single rename: whatever kills the program, it is there whole or not at all. In a folder that was there before,
/// a kill between two of the last renames leaves some of the new files and some of the old, each whole.
///
///     FileTransaction files;
///     files.make_folder(folder);
///     files.write(folder / "a.txt", "a");
///     return files.commit();
class FileTransaction {
public:
    /// None of the files takes the place of one of `inputs`.
    explicit FileTransaction(InputFiles inputs = {}) : inputs_(std::move(inputs)) {}
    FileTransaction(const FileTransaction&) = delete;
    FileTransaction& operator=(const FileTransaction&) = delete;
    ~FileTransaction();

    /// Makes the folder of the files, where it does not exist; its name appears with them. At most once.
    Result<void> make_folder(const std::filesystem::path& path);
    /// Where a file is written that is to appear at this path: there, or in what becomes its folder.
    std::filesystem::path place(const std::filesystem::path& path) const;
    /// The error with the names that files are to have.
    Error in_place(Error failure) const;
    /// A file that appears with the others. It may have been prepared.
    Result<void> add(AtomicFile file);
    /// A whole file.
    Result<void> write(const std::filesystem::path& path, std::string_view bytes);
    /// Makes all files appear. Once.
    Result<void> commit();

private:
    struct Replaced {
        std::filesystem::path path;
        std::filesystem::path kept; // under which the old file stays until all are there; empty: there was none
        bool is_new = false;
    };
    void take_back();
    Result<void> commit_files();

    struct MadeFolder {
        std::filesystem::path folder;
        std::filesystem::path unfinished; ///< its name until it is committed
        FileDescriptor lock;
    };

    std::list<AtomicFile> files_;
    std::vector<Replaced> replaced_;
    std::optional<MadeFolder> made_folder_;
    InputFiles inputs_; // stay as they are
};

} // namespace attn
