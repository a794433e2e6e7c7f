#pragma once

#include "core/figure/pictures/subject.h"
#include "core/session/presets.h"
#include "ui/workspace.h"

#include <span>
#include <string>

namespace attn {

struct Comparison;

/// What surrounds the session: its history and its file.
struct Status {
    std::string undo_label; ///< empty: nothing to undo
    std::string redo_label;
    std::string file_name; ///< empty: never saved
    bool unsaved = false;
    std::span<const Preset> presets;
    const Comparison* comparison = nullptr; ///< the last check, if there was one
};

/// All that panels draw from: the picture's subject, and what surrounds it.
struct Desk : Subject {
    const Workspace& workspace;
    const Status& status;
};

} // namespace attn
