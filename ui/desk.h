#pragma once

#include "core/attention/trace.h"
#include "core/figure/text.h"
#include "core/figure/theme.h"
#include "core/session/presets.h"
#include "core/session/session.h"
#include "ui/ranges.h"
#include "ui/workspace.h"

#include <span>
#include <string>

namespace attn {

/// What surrounds the session: its history and its file.
struct Status {
    std::string undo_label; ///< empty: nothing to undo
    std::string redo_label;
    std::string file_name; ///< empty: never saved
    bool unsaved = false;
    std::span<const Preset> presets;
};

/// All that panels draw from.
struct Desk {
    const Session& session;
    const Trace& trace;
    const Workspace& workspace;
    const Status& status;
    const Typesetter& typesetter;
    Ranges& ranges;

    const Theme& theme() const { return attn::theme(workspace.look); }
    const Layer& layer() const { return session.layer(); }
    const Sizes& sizes() const { return trace.sizes(); }
};

} // namespace attn
