#pragma once

#include "core/lesson/advance.h"
#include "ui/actions/actions.h"

#include <optional>
#include <string>

namespace attn {

/// The state at a moment of the step, in the present notation; the present state if the moment has not come.
class MomentOfStep {
public:
    MomentOfStep(const UiContext& ui, const Moment* moment);
    /// The moment at which the step had begun.
    static MomentOfStep begun(const UiContext& ui, const LessonRun& run) {
        return {ui, run.has_begun ? run.beginning.get() : nullptr};
    }
    /// The moment at which the bet's result was shown.
    static MomentOfStep settled(const UiContext& ui, const LessonRun& run) { return {ui, run.bet.settled_on.get()}; }

    Snapshot snapshot() const { return {in_other_notation_ ? *in_other_notation_ : session_, trace_}; }

private:
    const Session& session_;
    const Trace& trace_;
    std::optional<Session> in_other_notation_;
};

/// The window as the open lesson sees it.
LessonSight sight_of(const UiContext& ui);
/// Takes an event to the open lesson, and does what the lesson asks for.
void advance_lesson(const CommandContext& command, const LessonEvent& event);
/// Begins the step: shows its place and its opening actions.
void begin_lesson_step(const CommandContext& command);
void leave_lesson(Workspace& workspace);

/// The name of a lecture: "A lecture, twelve scenes".
std::string name_of_lecture(const LessonLabel& label);
/// The name of a cell; while a bet asks for an attention cell, only its row and column, so as not to tell the answer.
Prose asked_cell_words(const UiContext& ui, const CellId& cell);

/// Reacts to a lesson's keys: digits answer, Enter places the bet or goes on. Returns true if a key was taken.
bool react_to_lesson_keys(const CommandContext& command);

} // namespace attn
