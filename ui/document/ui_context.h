#pragma once

#include "core/document/session/readings.h"
#include "core/document/sources/presets.h"
#include "core/figure/pictures/draw_context.h"
#include "core/files/manual.h"
#include "core/journal/left_work.h"
#include "core/lesson/lesson_shelf.h"
#include "ui/document/workspace.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace attn {

struct Comparison;
struct Diff;

/// Work that takes its time.
struct Progress {
    std::string text;           ///< "Computing scores, head 3 of 12"
    std::optional<float> share; ///< from 0 to 1, where it is known
};

/// What surrounds the session: its history and its file.
struct Status {
    std::string undo_label; ///< empty: nothing to undo
    std::string redo_label;
    std::string file_name;       ///< empty: never saved
    std::string proposed_name{}; ///< for the session
    std::string weights_name{};  ///< for its weights
    bool unsaved = false;
    std::uint64_t revision = 0;       ///< another whenever the session or its numbers are
    KeptReadings* readings = nullptr; ///< of that revision
    std::span<const Preset> presets;
    std::span<const ManualPage> manual;
    const LessonShelf* lessons = nullptr;          ///< the course; always there
    const Comparison* comparison = nullptr;        ///< the last check, if there was one
    const Diff* moved = nullptr;                   ///< what moved; none: it is still being counted
    std::span<const std::filesystem::path> recent; ///< files, the latest first; some may be gone
    std::span<const LeftWorkLabel> left_work;      ///< of windows that ended without being asked, the latest first
    std::optional<Progress> progress;
};

/// All that panels draw from: the picture's subject, and what surrounds it.
struct UiContext : DrawContext {
    const Workspace& workspace;
    const Status& status;

    /// What is said of the session is said of this.
    Snapshot snapshot() const { return {session, trace, status.readings}; }
};

} // namespace attn
