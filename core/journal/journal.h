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
    std::optional<std::filesystem::path> file{}; ///< the user's file of it
    std::optional<FileStamp> stamp{};            ///< of that file, when this window read or wrote it
    std::int64_t changed = 0;                    ///< seconds since 1970
    Matrix picture{};                            ///< attention as a small picture, 0 to 1, at most 64×64; may be empty
};

/// Keeps unsaved work on the disk, so that it survives if the process ends abnormally.
///
/// A locked folder contains the last steps, each a file of JSON that ends with a hash of itself and names its larger
/// matrices by their content. A matrix is written once, even if several steps have it, and removed with the last step
/// that has it. A file is written before it is named and never changed afterwards, so that a step is either whole or
/// not there.
class Journal {
public:
    /// The number of steps kept: if the newest is torn, the one before it counts.
    static constexpr std::size_t steps_kept = 3;

    /// The journal's own folder is in `home`; both are made when there is something to keep.
    explicit Journal(std::filesystem::path home) : home_(std::move(home)) {}

    /// Writes the work as the newest step. If that fails, earlier steps stay. A folder that was removed meanwhile is
    /// made again.
    Result<void> keep(const UnsavedWork& work);
    /// Removes all steps: the work was saved, or is not wanted.
    void discard();

    /// The folder of the steps; null while nothing is kept.
    const std::filesystem::path* folder() const { return folder_ ? &folder_->path() : nullptr; }

private:
    struct Written {
        Matrix matrix; ///< held, so that no other matrix gets its address
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
    std::deque<Step> steps_; ///< newest last
    std::uint64_t count_ = 0;
    std::map<const float*, Written> written_; ///< by the numbers' address, of the newest step
    std::map<const float*, Written> coming_;  ///< of the step that is being written
};

} // namespace attn
