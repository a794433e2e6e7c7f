#pragma once

#include "core/figure/theme.h"
#include "core/lesson/course_record.h"
#include "core/lesson/run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace attn {

/// Goes to another step of the open lesson, or begins this step again.
struct GoToLessonStep {
    std::size_t step = 0;
    bool again = false;
};
/// Restores the session as the lesson's step began, whatever was tried since.
struct BringBackBeginning {};

/// The state of the window at an event.
struct LessonSight {
    Snapshot now;
    const LessonShelf& course;
    std::uint64_t revision = 0; ///< changes whenever the session or its numbers change
    CellId selected{0, ArrayId{}};
    Index item = 0; ///< the item that is shown
    Look look = Look::light;
    bool is_for_audience = false;
};

/// The events of a lesson. An event that does not fit the step's state changes nothing.
namespace lesson_event {

/// The session of the step is shown: the step begins.
struct Begin {};
/// The session or its numbers may have changed, or a line was acted out. Notes a done task, a foreseen mistake and,
/// once all lines are acted out, the result of a bet.
struct Follow {};
/// A line of “Show me” was acted out.
struct Show {
    ShownChange change;
    bool has_changed = false; ///< the line changed the session
};
/// Chooses an answer. If several may be chosen, chooses it or takes it back.
struct Choose {
    Index choice = 0;
};
struct Type {
    float number = 0;
};
/// Marks a cell, or removes its mark.
struct Mark {
    CellId cell{0, ArrayId{}};
};
/// Places the bet on the chosen answers, or on the selected cell.
struct Place {};
/// Gives the next hint: a nudge, then a suggestion, then the solution, whose lines are acted out.
struct Hint {};
/// Goes to the next step if this one asks nothing any more; otherwise tells what it asks.
struct GoOn {};
/// Goes to the next step and leaves this one's question open.
struct Skip {};
struct GoBack {};
/// Goes on in a lecture's scene: shows the bet's result, or does the task, or goes to the next scene.
struct GoOnInScene {};
struct GoToTaskThatShowsAll {};
/// Begins the step again; at the end of a quiz, the whole quiz.
struct Again {};
/// Shows or hides the note for the lecturer. Before the audience sees it, a notice says that everybody will read it.
struct Note {};

} // namespace lesson_event

using LessonEvent =
    std::variant<lesson_event::Begin, lesson_event::Follow, lesson_event::Show, lesson_event::Choose,
                 lesson_event::Type, lesson_event::Mark, lesson_event::Place, lesson_event::Hint, lesson_event::GoOn,
                 lesson_event::Skip, lesson_event::GoBack, lesson_event::GoOnInScene,
                 lesson_event::GoToTaskThatShowsAll, lesson_event::Again, lesson_event::Note>;

/// The requests of a lesson to its window.
namespace lesson_request {

struct BeginAnew {};
struct ListLessons {};
struct GoToCell {
    CellId cell{0, ArrayId{}};
};
/// Shows a text until the next key or click, in place of the one before. An empty text shows nothing.
struct Tell {
    std::string text{};
    std::string_view why_true{}; ///< for a text about a lecture: why it holds as long as the lecture lasts; else empty
};

} // namespace lesson_request

using LessonRequest = std::variant<GoToLessonStep, BringBackBeginning, lesson_request::BeginAnew,
                                   lesson_request::ListLessons, lesson_request::GoToCell, lesson_request::Tell>;

/// An open lesson, and the learner's record. The window acts out the lines of `run.acting`: it takes out a line, acts
/// it, and sends an event when the line is done.
struct LessonState {
    LessonRun run;
    CourseRecord record;
};

struct LessonAdvance {
    LessonState state;
    std::vector<LessonRequest> requests{};
};

/// The state after the event.
LessonAdvance advance(LessonState state, const LessonEvent& event, const LessonSight& sight);

/// The run at the step that a request asks for, and the session with which the step begins; nullopt: it goes on in the
/// session that is shown.
struct StepToOpen {
    LessonRun run;
    std::optional<Session> session;
};
StepToOpen step_to_open(LessonRun run, const GoToLessonStep& request);

} // namespace attn
