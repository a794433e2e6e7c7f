#pragma once

#include "ui/actions/actions.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What the text says of dark and darker, in the colours of now.
std::string in_look(std::string text, Look look);

/// A moment of the step, whatever was changed since, in the notation of now. The present where the moment has not come.
class MomentOfStep {
public:
    MomentOfStep(const UiContext& ui, const Beginning* moment);
    /// When the step had begun.
    static MomentOfStep begun(const UiContext& ui);
    /// When it was shown whether the bet was right.
    static MomentOfStep settled(const UiContext& ui);

    Snapshot snapshot() const { return {in_other_notation_ ? *in_other_notation_ : session_, trace_}; }

private:
    const Session& session_;
    const Trace& trace_;
    std::optional<Session> in_other_notation_;
};

/// The step as it begins: what is shown, and what acts before anything is asked.
void begin_lesson_step(const UiContext& ui, Workspace& workspace);
/// After any change: whether the task is done, or a foreseen slip was made; and when all that acts is done, what became
/// of the bet.
void follow_lesson(const UiContext& ui, Workspace& workspace);

/// Whether the step was in sight since the lesson was opened, or another time; the questions of a quiz come in another
/// order each time.
bool was_seen(const UiContext& ui, std::size_t step);

/// The last task of the lesson that is still to come: who does it knows the lesson. None where there is none.
std::optional<std::size_t> task_that_shows_all(const UiContext& ui);
void go_to_task_that_shows_all(const CommandContext& command);

/// The first lesson of the course that was begun and not ended, or else the first that was not begun, the quiz after
/// all others; null where all are done.
const LessonLabel* next_lesson(const UiContext& ui);
/// "A lecture, twelve scenes"
std::string name_of_lecture(const LessonLabel& label);

void go_in_lesson(const CommandContext& command, int by);
/// To the next step, where nothing is asked any more; else it is said what is.
void go_on_in_lesson(const CommandContext& command);
/// To the next step, over what this one asks, which stays open.
void skip_in_lesson(const CommandContext& command);
/// Whether the lesson that is open has the step's bet or task open still, from whenever it was begun.
bool is_step_open(const UiContext& ui, std::size_t step);
/// Of a step that fills the window: the action that leads on; empty as long as something is to be answered.
std::string_view proposal_in_view(const UiContext& ui);
/// At the end of a quiz: all of it.
void begin_lesson_step_again(const CommandContext& command);
/// From its first step, as if nothing of it had been answered; where something was.
bool can_begin_anew(const UiContext& ui);
void begin_lesson_anew(const CommandContext& command);
void leave_lesson(Workspace& workspace);
/// Nudge, suggestion, and then the solution, which acts.
void give_hint(const CommandContext& command);
bool has_hint(const UiContext& ui);
/// Twice something was tried that is not it; the parts of a solution of several are no failures.
bool offers_hint(const UiContext& ui);

/// In a lecture: shows how it is, does what was to be done, and then leads on.
void go_on_in_scene(const CommandContext& command);
/// For who lectures, or away again. On the wall it is first said that everybody will read it.
void show_note(const CommandContext& command);

/// Digits answer, Enter places the bet, and leads on where nothing is asked any more. Whether a key was taken.
bool react_to_lesson_keys(const CommandContext& command);

} // namespace attn
