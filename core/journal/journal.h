#pragma once

#include "core/document/session/session.h"
#include "core/files/file_stamp.h"
#include "core/files/locked_folder.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace attn {

/// Unsaved work at one moment.
struct UnsavedWork {
    std::shared_ptr<const Session> session;
    std::optional<std::filesystem::path> file{}; ///< the user's file of the session; nullopt: it has none
    std::optional<FileStamp> stamp{};            ///< stamp of that file, when this window read or wrote it
    std::int64_t changed = 0;                    ///< time of the last change, in seconds since 1970
    Matrix picture{};                            ///< attention weights as a small picture, 0 to 1, at most 64×64; may
                                                 ///< be empty
};

/// Stores unsaved work on the disk, so that it survives if the process ends abnormally.
///
/// A locked folder contains the last steps, each a JSON file that ends with a hash of itself and names its larger
/// matrices by their content. A matrix is written once, even if several steps contain it, and is removed with the last
/// step that contains it. A file is written before another file names it, and never changed afterwards, so that a step
/// is either complete or missing.
class Journal {
public:
    /// The number of steps that are stored: if the newest is incomplete, the one before it is used.
    static constexpr std::size_t steps_kept = 3;

    /// The journal's own folder is in `home`; both are created when there is something to store.
    explicit Journal(std::filesystem::path home) : home_(std::move(home)) {}

    /// Writes the work as the newest step. If that fails, earlier steps stay. A folder that was removed meanwhile is
    /// created again.
    Result<void> keep(const UnsavedWork& work);
    /// Removes all steps, because the work was saved or is no longer wanted.
    void discard();

    /// Returns the folder of the steps; null while nothing is stored.
    const std::filesystem::path* folder() const { return folder_ ? &folder_->path() : nullptr; }

private:
    struct Written {
        Matrix matrix; ///< stored so that no other matrix gets the same address
        std::string file;
    };
    struct Step {
        std::string file;
        std::set<std::string> arrays;
    };

    Result<std::string> write_array(const Matrix& matrix);
    void forget_old_steps();

    std::filesystem::path home_;
    std::optional<LockedFolder> folder_;
    std::deque<Step> steps_; ///< steps, the newest last
    std::uint64_t count_ = 0;
    std::map<const float*, Written> written_; ///< matrices of the newest step, by the address of their numbers
    std::map<const float*, Written> coming_;  ///< matrices of the step that is being written, by the address of their
                                              ///< numbers
};

} // namespace attn
