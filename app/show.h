#pragma once

#include "core/document/session.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>

namespace attn {

struct ShowOptions {
    std::filesystem::path assets;              ///< the program's
    std::optional<std::filesystem::path> file; ///< where the session was read from
    std::optional<float> scale;                ///< pixels a logical pixel; otherwise the monitor's
    bool offers_start = false;                 ///< the first minute, to those who have not seen it
};

/// Opens the window on the session and returns the exit status, 0, when it was closed. Fails where no window can be
/// opened; the message says what to do.
Result<int> show(Session session, const ShowOptions& options);

} // namespace attn
