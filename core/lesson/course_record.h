#pragma once

#include "core/document/session/lesson_work.h"
#include "core/lesson/lesson_shelf.h"
#include "core/lesson/run.h"

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace attn {

/// A learner's progress and answers in the course, each by the lesson's or the quiz's id.
struct CourseRecord {
    std::map<std::string, Index> lesson_progress;         ///< the furthest step; if finished, their number
    std::map<std::string, std::vector<Index>> open_steps; ///< steps whose bet or task is still open
    std::map<std::string, std::vector<Index>> missed;     ///< questions of a quiz last answered wrongly
    std::map<std::string, LessonWork> lesson_work;        ///< the answers given
    std::map<std::string, Index> quiz_scores;             ///< the most questions answered rightly
    std::optional<LessonRun> left_quiz;                   ///< the quiz, as it was left for something else
    std::string word_of_start; ///< typed in the first minute, when the user left it for the explanation

    /// The furthest step of the lesson; the number of its steps if it is finished; `nullopt` if it was never begun.
    std::optional<Index> furthest(const std::string& lesson) const;
    /// True if the step was in sight since the lesson was opened, or another time; of a quiz, whose questions change
    /// their order, only since it was opened.
    bool was_seen(const LessonRun& run, std::size_t step) const;
    /// True if the step's bet or task is still open, ever since the lesson was first begun.
    bool is_open(const LessonRun& run, std::size_t step) const;
    /// The next lesson of the course: the first that was begun and not ended, or else the first new one after all that
    /// are finished, or else the first that was skipped. The quiz comes after all others. `nullptr` if all are done.
    const LessonLabel* next_lesson(const LessonShelf& course) const;
    /// The most questions ever answered rightly, in a first round or when missed ones were asked again.
    Index best_score(const LessonLabel& quiz) const;
    /// "; 20 of 20 is your best"; empty if the quiz was never ended before, or if this round has ended with at least
    /// `right` right answers.
    std::string best_of_other_rounds(const LessonRun& run, const LessonShelf& course, Index right) const;

    void note_begin(const LessonRun& run);
    /// Notes the answers and the finished steps for the next time that the lesson is opened. Those of a quiz are not
    /// kept: its questions change their order.
    void note_answers(const LessonRun& run);
    /// Notes the result of a bet: a missed question of a quiz is asked again until it is answered rightly.
    void note_bet(const LessonRun& run);
    /// Notes that the step's question was answered and its task was done, and at the last step that the lesson is
    /// finished, however it is left then.
    void note_step(const LessonRun& run);
    /// Notes that the lesson is finished.
    void note_end(const LessonRun& run);
    /// Notes the best score of a quiz that was once at its end; a worse round does not lower it.
    void note_best_score(const LessonRun& run, const LessonShelf& course);
    /// Keeps an open quiz that another lesson replaces, with its questions and the answers so far.
    void keep_quiz(const std::optional<LessonRun>& run);
    void forget_answers(const std::string& lesson);
};

/// The number of questions of a quiz.
Index questions_of(const LessonLabel& quiz);

/// A run of the lesson from the step, or from where it was left, with what was answered in it before.
LessonRun run_of(Lesson lesson, const CourseRecord& record, std::optional<std::size_t> step = std::nullopt);
/// The run in which a session was saved. It has its own work if its step's beginning is still known.
LessonRun run_of(Lesson lesson, const LessonWork& work);
/// The work of the run, to go on with later; `nullopt` if there is nothing to go on with.
std::optional<LessonWork> work_in(const LessonRun& run);

} // namespace attn
