#pragma once

#include "core/journal/journal.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What can be said of work that was left, without its session.
struct LeftWorkLabel {
    std::filesystem::path folder;                ///< of its journal
    std::string name;                            ///< of its file, or its title; may be empty
    std::optional<std::filesystem::path> file{}; ///< where its user keeps it
    std::optional<FileStamp> stamp{};            ///< of that file, as the window knew it
    std::int64_t changed = 0;                    ///< seconds since 1970
    std::vector<std::string> tokens;             ///< of its first item
    Matrix picture;                              ///< as in UnsavedWork
    bool is_newest = true;                       ///< no later step was torn
};

/// Work of a process that ended without being asked: killed, crashed, out of power. Locked: nobody else offers it.
class LeftWork {
public:
    LeftWork(LockedFolder folder, LeftWorkLabel label) : folder_(std::move(folder)), label_(std::move(label)) {}

    const LeftWorkLabel& label() const { return label_; }
    /// It goes, for good.
    void discard();

private:
    LockedFolder folder_;
    LeftWorkLabel label_;
};

/// The newest step of a journal that is whole. Fails where there is none, with what is wrong with the newest.
Result<UnsavedWork> read_left_work(const std::filesystem::path& folder);

struct FoundLeftWork {
    std::vector<LeftWork> works; ///< the last changed first
    std::string problem;         ///< what could not be read, in a line for the user; empty if nothing
};

/// All work that was left in `home`. Journals that hold nothing go; one that holds nothing readable is put aside, once,
/// under a name that ends in .damaged.
FoundLeftWork find_left_work(const std::filesystem::path& home);

} // namespace attn
