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

/// Work that is not saved, at one moment.
struct UnsavedWork {
    std::shared_ptr<const Session> session;
    std::optional<std::filesystem::path> file{}; ///< where its user keeps it
    std::optional<FileStamp> stamp{};            ///< of the file, as it was read or written by this window
    std::int64_t changed = 0;                    ///< seconds since 1970
    Matrix picture{};                            ///< attention in small, from 0 to 1, at most 64×64; may be empty
};

/// Keeps unsaved work on the disk while it goes on, so that it is there when the process ends without being asked.
///
/// In a locked folder of its own lie the last steps, each a file of JSON that ends with a hash of itself and names its
/// larger matrices by their content. A matrix is written once, however many steps have it; what no step has any more
/// goes. Everything is written before it is named, and nothing that is named is written again, so that a step is either
/// whole or not there.
class Journal {
public:
    /// Steps that are kept: where one is torn, the one before it counts.
    static constexpr std::size_t steps_kept = 3;

    /// In a folder of its own within `home`; both are made when there is something to keep.
    explicit Journal(std::filesystem::path home) : home_(std::move(home)) {}

    /// The work becomes the newest step. Where that fails, the steps before stay as they are. A folder that somebody
    /// has removed meanwhile is made again.
    Result<void> keep(const UnsavedWork& work);
    /// Nothing is kept any more: it was saved, or is not wanted.
    void discard();

    /// Where its steps lie; none as long as nothing is kept.
    const std::filesystem::path* folder() const { return folder_ ? &folder_->path() : nullptr; }

private:
    struct Written {
        Matrix matrix; ///< held, so that no other comes to lie at its place
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
    std::deque<Step> steps_; ///< the newest last
    std::uint64_t count_ = 0;
    std::map<const float*, Written> written_; ///< matrices of the newest step
    std::map<const float*, Written> coming_;  ///< of the one that is being written
};

} // namespace attn
