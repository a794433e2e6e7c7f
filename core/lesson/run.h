#pragma once

#include "core/document/session/lesson_work.h"
#include "core/document/session/supposition.h"
#include "core/lesson/lesson_shelf.h"
#include "core/text/prose.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// The state of a step's bet.
struct BetRun {
    std::string answer;              ///< the answer, as it is said back: a choice, a cell, a number
    std::vector<std::string> chosen; ///< arrays or cells chosen so far; for a bet on one cell, the last one clicked
    CellId begun_on{0, ArrayId{}};   ///< the cell selected before anybody chose one
    bool is_placed = false;          ///< the answer can no longer be changed
    bool is_shown = false;           ///< nobody answered: the result was shown to an audience
    bool is_settled = false;         ///< the result was shown
    std::shared_ptr<const Moment> settled_on{}; ///< the session and numbers then; the words about the bet describe them
    bool was_right = false;
    std::vector<std::string> moved; ///< arrays in the question that the reveal changed
    std::string said;               ///< words about this answer
};

/// The state of a step's task.
struct TaskRun {
    bool is_done = false;      ///< its condition holds
    bool was_done = false;     ///< the condition held once
    bool was_before = false;   ///< done when the lesson was open before; its solution is shown
    bool was_shown = false;    ///< a lecture showed the solution, whatever else had been changed before
    Prose said;                ///< words about a foreseen slip
    std::string in_the_way;    ///< changes besides what the task asks for
    int tries = 0;             ///< number of states that did not solve it
    std::uint64_t looked_at{}; ///< revision of the state counted last
};

/// A step's sentences about the present numbers, besides its text.
struct SaidNow {
    Prose title;
    Prose say;
};

/// A change made by “Show me”.
struct ShownChange {
    std::string target;         ///< the marked target: "cell:W_Q/1[6,2]", "field:sentence", "action:head/3"
    std::string text;           ///< "W_Q⁽¹⁾, row odd, column odd: −1 → 1"
    std::optional<CellId> cell; ///< the cell to look at
};

/// The name typed into a step that fills the window.
struct NameTyped {
    std::string typed;   ///< the field's text when it was last looked at
    std::string remark;  ///< why the layer cannot read the name
    std::string unknown; ///< its first letter that the layer does not know
};

/// An open lesson, quiz or lecture, and the learner's place in it.
struct LessonRun {
    std::shared_ptr<const Lesson> lesson;
    std::size_t step = 0;
    std::shared_ptr<const Moment> beginning;       ///< the step's state after its opening actions
    std::shared_ptr<const Moment> opened;          ///< the beginning of the first step since the session was opened
    std::shared_ptr<const Moment> came_with;       ///< the step's state before its opening actions
    bool has_begun = false;                        ///< the opening actions are done
    std::uint64_t begun_at = 0;                    ///< the session's revision at that moment
    std::vector<std::uint64_t> in_other_letters{}; ///< revisions that differ from that one only in their notation
    BetRun bet{};
    TaskRun task{};
    SaidNow says{};
    NameTyped name{};
    int hints = 0;                    ///< number of hints shown
    bool shows_solution = false;      ///< the actions under way are those of “Show me”
    std::vector<ShownChange> shown{}; ///< the changes that “Show me” made, in order
    bool asks_anew = false;           ///< the step was begun again, and its question is open
    bool has_own_work = false;        ///< work saved in the step comes back once the step has begun
    std::size_t furthest = 0;         ///< the last step seen since the lesson was opened
    bool shows_everything = false;    ///< also shows what no lesson has named yet
    bool shows_note = false;          ///< the lecturer's note is shown
    bool may_show_note = false;       ///< the lecturer knows that everybody reads the note
    LessonScript acting{};            ///< lines for the learner that are still to be done, one after the other

    std::vector<LessonAnswer> answers{}; ///< the first answer to each bet of this lesson
    std::vector<Index> done{};           ///< steps whose task was done
    bool has_ended = false;              ///< the last step was left for the list of lessons
    bool knows = false;                  ///< the learner went straight to the last task
    bool leads_back = false;             ///< opened from a quiz's question, and leads back there

    const LessonAnswer* answer_to(std::size_t number) const {
        const auto found = std::ranges::find(answers, static_cast<Index>(number), &LessonAnswer::step);
        return found == answers.end() ? nullptr : &*found;
    }
    bool has_done(std::size_t number) const {
        return std::ranges::find(done, static_cast<Index>(number)) != done.end();
    }

    const LessonStep& now() const { return lesson->steps[step]; }
    bool is_last() const { return step + 1 == lesson->steps.size(); }
    /// True if “Next” ends the lesson: at its last step, or once the last task is done by a learner who went straight
    /// to it.
    bool is_at_end() const { return is_last() || (knows && task.was_done); }
    /// True if a learner goes through the lesson: it is neither a lecture nor the first minute.
    bool is_studied() const { return !lesson->on_wall && !fills_window(); }
    /// True if the lesson counts in the course; a quiz that asks only missed questions does not.
    bool counts() const { return is_studied() && !lesson->asks_again; }
    bool fills_window() const { return now().view == StepView::letters || now().view == StepView::heads; }
    bool stands_alone() const { return now().view == StepView::words && !now().open; }
    /// True while the picture is hidden, because it would tell the answer.
    bool hides_picture() const { return now().view == StepView::words && now().open && !is_through(); }
    /// True if nothing but the notation was changed since the step began.
    bool is_as_begun(std::uint64_t revision) const {
        return revision == begun_at || std::ranges::find(in_other_letters, revision) != in_other_letters.end();
    }
    /// True if the step's question was answered and its task was done.
    bool is_through() const { return (!now().bet || bet.is_settled) && (!now().task || task.is_done || task.was_done); }

    /// The bet whose result was not shown yet, so that nothing may tell the answer; null if there is none.
    const Bet* unsettled_bet() const { return now().bet && !bet.is_settled ? &*now().bet : nullptr; }
    /// The bet that waits for an answer; null if none does.
    const Bet* open_bet() const { return now().bet && !bet.is_placed && acting.empty() ? &*now().bet : nullptr; }
    bool asks(Bet::Kind kind) const { return open_bet() != nullptr && open_bet()->kind == kind; }
    bool has_hint() const { return now().task && !task.is_done && acting.empty(); }
    /// True if no hint was shown yet and more states were tried than the solution has lines that type or choose, at
    /// least two.
    bool offers_hint() const;
    /// The last task ahead whose step does not go on from another step: a learner who does it knows the lesson. nullopt
    /// if there is none.
    std::optional<std::size_t> task_that_shows_all() const;
    /// True if the lesson can be begun at its first step with nothing answered, and there are answers or finished steps
    /// to forget.
    bool can_begin_anew(const LessonShelf& course) const {
        return (!answers.empty() || !done.empty()) && course.find(lesson->id) != nullptr;
    }
    /// The number of the present step, or of a quiz's present question: "3 of 20"; "0 of 20" before the first.
    std::string place() const;
};

} // namespace attn
