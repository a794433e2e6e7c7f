#pragma once

#include "core/document/session.h"
#include "core/engine/trace.h"
#include "core/files/json.h"
#include "core/lesson/lesson.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// A step that somebody noted while they worked: what they had done since the one before it, and what they looked at.
struct DraftStep {
    Opening looked_at;
    std::vector<CellId> points_at{}; ///< none, of a look: what is looked at
    LessonScript solution;           ///< leads from the step before to this one; empty where nothing was changed
    std::vector<std::string> parts;  ///< that it changed (core/document/changed_parts.h)
    Json evidence = json_list({});   ///< conditions that hold since: numbers that it gave, or that came of it
};

/// A lesson that is being made from what somebody does in the window.
struct LessonDraft {
    Session beginning;
    std::vector<DraftStep> steps{};
};

/// What leads from one state of a session to the other, and holds then. Fails, naming it, where something was changed
/// that no line of a lesson can do.
Result<DraftStep> draft_step(const Snapshot& from, const Snapshot& to, const Opening& looked_at);

/// The lesson as a file: its tasks have the noted states as solutions, its texts are still to be written. `session` is
/// the file beside it that holds the beginning.
Json lesson_of(const LessonDraft& draft, const std::string& id, const std::string& session);

/// Writes the lesson, and the session it begins with beside it: "mine.json" and "mine-session.json".
Result<void> save_draft(const LessonDraft& draft, const std::filesystem::path& file);

} // namespace attn
