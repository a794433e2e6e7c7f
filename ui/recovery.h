#pragma once

#include "core/session/left_work.h"
#include "ui/task.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// Work that was left by windows that ended without being asked. It is looked for once, beside the frames; what is
/// found is this window's to offer until it goes.
class Recovery {
public:
    /// Looks in `home`. `wake` is called from another thread when that is done.
    Recovery(std::filesystem::path home, std::function<void()> wake);

    /// Whether the search is over, once; the caller waits at most that long.
    bool take_found(std::chrono::milliseconds patience = {});

    /// The last changed first.
    std::span<const LeftWorkLabel> labels() const { return labels_; }
    /// What could not be read, in a line for the user; empty if nothing.
    const std::string& problem() const { return problem_; }

    /// Gives up the work of that journal; nothing where there is none.
    std::optional<LeftWork> take(const std::filesystem::path& folder);

private:
    std::optional<Task<FoundLeftWork>> search_;
    std::vector<LeftWork> works_;
    std::vector<LeftWorkLabel> labels_; ///< of works_
    std::string problem_;
};

} // namespace attn
