#pragma once

#include "core/document/session/readings.h"
#include "core/document/sources/presets.h"
#include "core/figure/pictures/draw_context.h"
#include "core/files/manual.h"
#include "core/journal/left_work.h"
#include "core/lesson/lesson_shelf.h"
#include "ui/document/scope.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace attn {

struct Comparison;
struct Diff;
class SeenFiles;

/// The progress of a job.
struct Progress {
    std::string text;           ///< "Computing scores, head 3 of 12"
    std::optional<float> share; ///< from 0 to 1, where it is known
};

/// The session's history and file, and other facts that panels show.
struct Status {
    std::string undo_label; ///< empty: nothing to undo
    std::string redo_label;
    const Trace* before_edit = nullptr; ///< the numbers before the edit of undo_label; null if they are not kept
    std::string file_name;              ///< empty: never saved
    std::string proposed_name{};        ///< for the session's file
    std::string weights_name{};         ///< for the weights' file
    bool unsaved = false;
    std::uint64_t revision = 0;       ///< changes whenever the session or its numbers change
    KeptReadings* readings = nullptr; ///< readings at that revision
    std::span<const Preset> presets;
    std::span<const ManualPage> manual;
    const LessonShelf* lessons = nullptr;   ///< the course; never null
    const Comparison* comparison = nullptr; ///< the last check, if there was one
    const Diff* moved = nullptr;            ///< changes since the baseline or the last edit; null: not counted yet
    std::span<const std::filesystem::path> recent; ///< recent files, the latest first; some may be gone
    SeenFiles* files = nullptr;                    ///< never null in a window
    std::span<const LeftWorkLabel> left_work;      ///< left by windows that ended abruptly; the latest first
    std::optional<Progress> progress;
};

/// The data that panels draw from: those of the picture, and the state of the window around it.
struct UiContext : DrawContext {
    const Workspace& workspace;
    const Status& status;

    Scope scope() const { return scope_of(workspace); }
    /// The state that sentences about the session are checked against.
    Snapshot snapshot() const { return {session, trace, status.readings}; }
};

} // namespace attn
