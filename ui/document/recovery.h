#pragma once

#include "core/journal/left_work.h"

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace attn {

/// Work that was left by windows that ended without being asked. What was found is this window's to offer until it
/// goes.
class Recovery {
public:
    Recovery() = default;
    explicit Recovery(FoundLeftWork found);

    /// The last changed first.
    std::span<const LeftWorkLabel> labels() const { return labels_; }

    /// Gives up the work of that journal; nothing where there is none.
    std::optional<LeftWork> take(const std::filesystem::path& folder);

private:
    std::vector<LeftWork> works_;
    std::vector<LeftWorkLabel> labels_; ///< of works_
};

} // namespace attn
