#pragma once

#include "core/journal/journal.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A description of left work, without its session.
struct LeftWorkLabel {
    std::filesystem::path folder;                ///< of its journal
    std::string name;                            ///< of its file, or the title; may be empty
    std::optional<std::filesystem::path> file{}; ///< the user's file of it
    std::optional<FileStamp> stamp{};            ///< of that file, when the window read or wrote it
    std::int64_t changed = 0;                    ///< seconds since 1970
    std::vector<std::string> tokens;             ///< of the first item
    Matrix picture;                              ///< see UnsavedWork
    bool is_newest = true;                       ///< false if later steps were torn
};

/// Unsaved work of a process that ended abnormally: killed, crashed, without power. Locked, so that no other window
/// offers it.
class LeftWork {
public:
    LeftWork(LockedFolder folder, LeftWorkLabel label) : folder_(std::move(folder)), label_(std::move(label)) {}

    const LeftWorkLabel& label() const { return label_; }
    /// Removes the work for good.
    void discard();

private:
    LockedFolder folder_;
    LeftWorkLabel label_;
};

/// The newest whole step of a journal. Fails if there is none, with the reason for the newest.
Result<UnsavedWork> read_left_work(const std::filesystem::path& folder);

struct FoundLeftWork {
    std::vector<LeftWork> works; ///< latest change first
    std::string problem;         ///< a line for the user about journals that could not be read; may be empty
};

/// All left work in `home`. Removes empty journals. Renames unreadable ones once, with the ending .damaged.
FoundLeftWork find_left_work(const std::filesystem::path& home);

} // namespace attn
