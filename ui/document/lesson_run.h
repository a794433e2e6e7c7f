#pragma once

#include "core/lesson/lesson.h"
#include "ui/document/done_goals.h"
#include "ui/toolkit/script.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// What became of a bet.
struct BetRun {
    std::string answer;              ///< as it is said back: a choice, a cell, a number
    std::vector<std::string> chosen; ///< of several arrays, or cells, so far; of one cell, that it was clicked
    CellId begun_on{};               ///< the cell that is selected before anybody chose one
    bool is_placed = false;          ///< what was answered stays
    bool is_shown = false;           ///< nobody answered: it was shown to an audience
    bool is_settled = false;         ///< it was shown how it is
    std::shared_ptr<const Beginning> settled_on{}; ///< the session then: what is said of the bet is about that one
    bool was_right = false;
    std::vector<std::string> moved; ///< of arrays that were asked about: those that the reveal moved
    std::string said;               ///< about this answer
};

/// What became of a task.
struct TaskRun {
    bool is_done = false;      ///< its condition holds
    bool was_done = false;     ///< it held once
    bool was_before = false;   ///< it was done another time, and one way to do it is shown
    bool was_shown = false;    ///< a lecture did what solves it, whatever else had been changed before
    std::string said;          ///< about a foreseen slip
    std::string in_the_way;    ///< what was changed beside what the task asks for
    int tries = 0;             ///< states that were not it
    std::uint64_t looked_at{}; ///< the state that was counted last
};

/// What a step says of the numbers as they are, besides its text.
struct SaidNow {
    std::string title;
    std::string say;
};

/// What “Show me” changed, in the order in which it did.
struct ShownChange {
    std::string target;         ///< what is marked: "cell:W_Q/1[6,2]", "field:sentence", "action:head/3"
    std::string text;           ///< "W_Q⁽¹⁾, row odd, column odd: −1 → 1"
    std::optional<CellId> cell; ///< where it is looked at
};

/// The name that is typed into a step that fills the window.
struct NameTyped {
    std::string typed;   ///< the field's text as it was looked at last
    std::string remark;  ///< why the layer cannot read it
    std::string unknown; ///< the first of its letters that the layer does not know
};

/// A lesson that is open, and where in it the learner is.
struct LessonRun {
    std::shared_ptr<const Lesson> lesson;
    std::size_t step = 0;
    std::shared_ptr<const Beginning> beginning; ///< of the step, what acts before it included
    std::shared_ptr<const Beginning> opened; ///< of the first step since the session was opened: others go on from it
    std::shared_ptr<const Beginning> came_with;    ///< what the step was given, before anything acted
    bool has_begun = false;                        ///< that has acted
    std::uint64_t begun_at = 0;                    ///< the revision of the session then
    std::vector<std::uint64_t> in_other_letters{}; ///< revisions that differ from that in their notation alone
    BetRun bet{};
    TaskRun task{};
    SaidNow says{};
    NameTyped name{};
    int hints = 0;                    ///< so many of them are shown
    bool shows_solution = false;      ///< what acts is “Show me”
    std::vector<ShownChange> shown{}; ///< and did this
    bool asks_anew = false;           ///< the step was begun again, so that what it asks is open again
    bool has_own_work = false;        ///< what was saved in the step comes back when it has begun
    std::size_t furthest = 0;         ///< the last step that was seen since the lesson was opened
    bool shows_everything = false;    ///< also what no lesson has named yet
    bool shows_note = false;          ///< the one for who lectures
    bool may_show_note = false;       ///< who lectures knows that everybody reads it
    std::vector<ScriptLine> acting{}; ///< what acts for the learner, and is not done yet

    std::vector<LessonAnswer> answers{}; ///< the first to each bet, in this lesson
    std::vector<Index> done{};           ///< the steps whose task was done
    bool has_ended = false;              ///< its last step was left for the list of lessons
    bool knows = false;                  ///< the learner went straight to its last task
    bool leads_back = false;             ///< to the quiz, from one of whose questions it was opened

    const LessonAnswer* answer_to(std::size_t number) const {
        const auto found = std::ranges::find(answers, static_cast<Index>(number), &LessonAnswer::step);
        return found == answers.end() ? nullptr : &*found;
    }
    bool has_done(std::size_t number) const {
        return std::ranges::find(done, static_cast<Index>(number)) != done.end();
    }

    const LessonStep& now() const { return lesson->steps[step]; }
    bool is_last() const { return step + 1 == lesson->steps.size(); }
    bool fills_window() const { return now().view == StepView::letters || now().view == StepView::heads; }
    bool stands_alone() const { return now().view == StepView::words && !now().open; }
    /// Whether the picture comes with the answer, which it would tell.
    bool hides_picture() const { return now().view == StepView::words && now().open && !is_through(); }
    /// Whether nothing was changed since the step began but the letters.
    bool is_as_begun(std::uint64_t revision) const {
        return revision == begun_at || std::ranges::find(in_other_letters, revision) != in_other_letters.end();
    }
    /// Whether what the step asks was answered, or done.
    bool is_through() const { return (!now().bet || bet.is_settled) && (!now().task || task.is_done || task.was_done); }
};

} // namespace attn
