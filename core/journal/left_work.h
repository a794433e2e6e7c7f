#pragma once

#include "core/journal/journal.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A description of unsaved work that a window left when it ended abnormally, without the work's session.
struct LeftWorkLabel {
    std::filesystem::path folder;                ///< folder of the work's journal
    std::string name;                            ///< name of the work's file, or the session's title; may be empty
    std::optional<std::filesystem::path> file{}; ///< the user's file of the session; nullopt: it has none
    std::optional<FileStamp> stamp{};            ///< stamp of that file, when the window read or wrote it
    std::int64_t changed = 0;                    ///< time of the last change, in seconds since 1970
    std::vector<std::string> tokens;             ///< tokens of the first item
    Matrix picture;                              ///< see UnsavedWork
    bool is_newest = true;                       ///< false: later steps exist but are incomplete
};

/// Unsaved work of a process that ended abnormally: killed, crashed, without power. It is locked, so that no other
/// window offers it.
class LeftWork {
public:
    LeftWork(LockedFolder folder, LeftWorkLabel label) : folder_(std::move(folder)), label_(std::move(label)) {}

    const LeftWorkLabel& label() const { return label_; }
    /// Removes the work permanently.
    void discard();

private:
    LockedFolder folder_;
    LeftWorkLabel label_;
};

/// Reads the newest complete step of a journal. If there is none, fails with the reason for the newest.
Result<UnsavedWork> read_left_work(const std::filesystem::path& folder);

struct FoundLeftWork {
    std::vector<LeftWork> works; ///< the latest change first
    std::string problem;         ///< a line for the user about journals that could not be read; may be empty
};

/// Finds all unsaved work of ended processes in `home`. Removes empty journals. Renames unreadable ones once, with the
/// extension .damaged.
FoundLeftWork find_left_work(const std::filesystem::path& home);

} // namespace attn
