#pragma once

#include "ui/actions/actions.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The text with {dark} and {darker} in words for the colours of `look`.
std::string in_look(std::string text, Look look);

/// The state at a moment of the step, in the present notation; the present state if the moment has not come.
class MomentOfStep {
public:
    MomentOfStep(const UiContext& ui, const Beginning* moment);
    /// The moment at which the step had begun.
    static MomentOfStep begun(const UiContext& ui);
    /// The moment at which the bet's result was shown.
    static MomentOfStep settled(const UiContext& ui);

    Snapshot snapshot() const { return {in_other_notation_ ? *in_other_notation_ : session_, trace_}; }

private:
    const Session& session_;
    const Trace& trace_;
    std::optional<Session> in_other_notation_;
};

/// Begins the step: shows its place and runs its opening actions.
void begin_lesson_step(const UiContext& ui, Workspace& workspace);
/// To be called after any change: notes whether the task is done or a foreseen slip was made, and settles the bet once
/// all actions are done.
void follow_lesson(const UiContext& ui, Workspace& workspace);

/// True if the step was in sight since the lesson was opened, or another time; of a quiz, whose questions change their
/// order, only since it was opened.
bool was_seen(const UiContext& ui, std::size_t step);

/// The last task of the lesson that is still to come: who does it knows the lesson. `nullopt` if there is none.
std::optional<std::size_t> task_that_shows_all(const UiContext& ui);
void go_to_task_that_shows_all(const CommandContext& command);

/// The next lesson of the course: the first that was begun and not ended, or else the first that was not begun, and the
/// quiz last. `nullptr` if all are done.
const LessonLabel* next_lesson(const UiContext& ui);
/// The name of a lecture: "A lecture, twelve scenes".
std::string name_of_lecture(const LessonLabel& label);

void go_in_lesson(const CommandContext& command, int by);
/// Goes to the next step if this one asks nothing any more; otherwise a notice tells what it asks.
void go_on_in_lesson(const CommandContext& command);
/// Goes to the next step and leaves this one's question open.
void skip_in_lesson(const CommandContext& command);
/// True if the step's bet or task is still open, ever since the lesson was first begun.
bool is_step_open(const UiContext& ui, std::size_t step);
/// The action that leads on from a step that fills the window; empty until its question is answered.
std::string_view proposal_in_view(const UiContext& ui);
/// Begins the step again; at the end of a quiz, the whole quiz.
void begin_lesson_step_again(const CommandContext& command);
/// True if begin_lesson_anew has answers or finished steps to forget.
bool can_begin_anew(const UiContext& ui);
/// Begins the lesson at its first step, with nothing answered.
void begin_lesson_anew(const CommandContext& command);
void leave_lesson(Workspace& workspace);
/// Gives the next hint: a nudge, then a suggestion, then the solution, which acts.
void give_hint(const CommandContext& command);
bool has_hint(const UiContext& ui);
/// True once two states were tried that do not solve the task; the parts of a longer solution are not counted as
/// failures.
bool offers_hint(const UiContext& ui);

/// Goes on in a lecture's scene: shows the bet's result, or does the task, or goes to the next scene.
void go_on_in_scene(const CommandContext& command);
/// Shows or hides the note for the lecturer. Before the audience sees it, a notice says that everybody will read it.
void show_note(const CommandContext& command);

/// Reacts to a lesson's keys: digits answer, Enter places the bet or goes on. Returns true if a key was taken.
bool react_to_lesson_keys(const CommandContext& command);

} // namespace attn
