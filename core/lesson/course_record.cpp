#include "core/lesson/course_record.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace attn {

namespace {

/// The value of that id; null if there is none.
template <class Value>
const Value* value_at(const std::map<std::string, Value>& values, const std::string& id) {
    const auto found = values.find(id);
    return found == values.end() ? nullptr : &found->second;
}

LessonWork work_of(const LessonRun& run, Index step) {
    return {run.lesson->id, step, run.lesson->draw.seed, run.lesson->draw.word, run.answers, run.done};
}

/// The step from whose session the step goes on.
std::size_t first_of(const Lesson& lesson, std::size_t step) {
    step = std::min(step, lesson.steps.size() - 1);
    while (lesson.steps[step].goes_on)
        --step;
    return step;
}

/// The step at which a lesson is opened again: where it was left or, once it is finished, the first step that is still
/// open. A quiz begins at its first question, because the questions are in another order now.
std::size_t step_left_at(const CourseRecord& record, const Lesson& lesson) {
    if (lesson.is_quiz)
        return 0;
    if (const auto furthest = record.furthest(lesson.id); furthest && *furthest < std::ssize(lesson.steps))
        return static_cast<std::size_t>(*furthest);
    const auto* const open = value_at(record.open_steps, lesson.id);
    return open == nullptr || open->empty() ? 0 : static_cast<std::size_t>(open->front());
}

/// The work kept of a lesson; empty if it was done with another word.
LessonWork work_of_before(const CourseRecord& record, const Lesson& lesson) {
    const LessonWork* const kept = value_at(record.lesson_work, lesson.id);
    if (kept == nullptr || lesson.is_quiz || lesson.on_wall || (lesson.takes_word && kept->word != lesson.draw.word))
        return {};
    LessonWork work = *kept;
    const Index steps = std::ssize(lesson.steps);
    std::erase_if(work.answers, [&](const LessonAnswer& answer) { return answer.step >= steps; });
    std::erase_if(work.done, [&](Index step) { return step >= steps; });
    return work;
}

} // namespace

std::optional<Index> CourseRecord::furthest(const std::string& lesson) const {
    const Index* const step = value_at(lesson_progress, lesson);
    return step == nullptr ? std::nullopt : std::optional(*step);
}

bool CourseRecord::was_seen(const LessonRun& run, std::size_t step) const {
    return step <= run.furthest ||
           (!run.lesson->is_quiz && static_cast<Index>(step) <= furthest(run.lesson->id).value_or(-1));
}

bool CourseRecord::is_open(const LessonRun& run, std::size_t step) const {
    const auto* const open = value_at(open_steps, run.lesson->id);
    return open != nullptr &&
           std::ranges::find(*open, static_cast<Index>(run.lesson->steps[step].written)) != open->end();
}

const LessonLabel* CourseRecord::next_lesson(const LessonShelf& course) const {
    const LessonLabel* begun = nullptr;
    const LessonLabel* skipped = nullptr;   // new, and before one that is finished
    const LessonLabel* following = nullptr; // new, and after all that are finished
    for (const LessonLabel& label : course.labels()) {
        const auto seen = furthest(label.id);
        if (seen && *seen >= label.steps) {
            skipped = skipped == nullptr ? following : skipped;
            following = nullptr;
            continue;
        }
        const LessonLabel*& first = seen && !label.is_quiz ? begun : following;
        if (first == nullptr)
            first = &label;
    }
    const bool quiz_asks_what_was_skipped = following != nullptr && following->is_quiz && skipped != nullptr;
    if (begun != nullptr)
        return begun;
    return following == nullptr || quiz_asks_what_was_skipped ? skipped : following;
}

Index CourseRecord::best_score(const LessonLabel& quiz) const {
    const auto count_in = [&](const std::map<std::string, std::vector<Index>>& steps) {
        const auto* const found = value_at(steps, quiz.id);
        return found == nullptr ? Index{0} : std::ssize(*found);
    };
    const Index by_now = questions_of(quiz) - count_in(open_steps) - count_in(missed);
    const Index* const kept = value_at(quiz_scores, quiz.id);
    return kept == nullptr ? by_now : std::max(by_now, *kept);
}

std::string CourseRecord::best_of_other_rounds(const LessonRun& run, const LessonShelf& course, Index right) const {
    const LessonLabel* const label = course.find(run.lesson->id);
    const Index* const best = value_at(quiz_scores, run.lesson->id);
    if (label == nullptr || best == nullptr || run.lesson->asks_again || (run.is_last() && *best <= right))
        return {};
    return fmt::format("{}; {} of {} is your best", run.is_last() ? "" : " so far", *best, questions_of(*label));
}

void CourseRecord::note_begin(const LessonRun& run) {
    if (!run.counts())
        return;
    const auto [seen, is_new] = lesson_progress.try_emplace(run.lesson->id, 0);
    seen->second = std::max(seen->second, static_cast<Index>(run.step));
    if (!is_new)
        return;
    for (const LessonStep& step : run.lesson->steps)
        if (step.bet || step.task)
            open_steps[run.lesson->id].push_back(static_cast<Index>(step.written));
}

void CourseRecord::note_answers(const LessonRun& run) {
    if (!run.lesson->is_quiz && run.is_studied())
        lesson_work[run.lesson->id] = work_of(run, 0);
}

void CourseRecord::note_bet(const LessonRun& run) {
    if (!run.lesson->is_quiz || run.bet.is_shown)
        return;
    std::vector<Index>& questions = missed[run.lesson->id];
    const auto number = static_cast<Index>(run.now().written);
    std::erase(questions, number);
    if (!run.bet.was_right)
        questions.push_back(number);
    if (questions.empty())
        missed.erase(run.lesson->id);
}

void CourseRecord::note_step(const LessonRun& run) {
    if (!run.is_through())
        return;
    if (is_open(run, run.step)) {
        std::vector<Index>& open = open_steps[run.lesson->id];
        std::erase(open, static_cast<Index>(run.now().written));
        if (open.empty())
            open_steps.erase(run.lesson->id);
    }
    if (run.is_last())
        note_end(run);
}

void CourseRecord::note_end(const LessonRun& run) {
    if (run.counts())
        lesson_progress[run.lesson->id] = std::ssize(run.lesson->steps);
}

void CourseRecord::note_best_score(const LessonRun& run, const LessonShelf& course) {
    const LessonLabel* const label = course.find(run.lesson->id);
    if (label != nullptr && label->is_quiz && furthest(label->id).value_or(-1) >= label->steps)
        quiz_scores[label->id] = best_score(*label);
}

void CourseRecord::keep_quiz(const std::optional<LessonRun>& run) {
    if (run && run->lesson->is_quiz && !run->lesson->asks_again && !run->has_ended)
        left_quiz = run;
}

void CourseRecord::forget_answers(const std::string& lesson) {
    lesson_work.erase(lesson);
    if (left_quiz && left_quiz->lesson->id == lesson)
        left_quiz.reset();
}

Index questions_of(const LessonLabel& quiz) {
    return std::ranges::count(quiz.asked, Asked::bet);
}

LessonRun run_of(Lesson lesson, const CourseRecord& record, std::optional<std::size_t> step) {
    LessonRun run;
    if (const auto& left = record.left_quiz; left && !step && left->lesson->id == lesson.id) {
        run.lesson = left->lesson;
        run.step = left->step;
        run.furthest = left->furthest;
        run.answers = left->answers;
        return run;
    }
    LessonWork work = work_of_before(record, lesson);
    run.step = first_of(lesson, step.value_or(step_left_at(record, lesson)));
    run.answers = std::move(work.answers);
    run.done = std::move(work.done);
    run.lesson = std::make_shared<const Lesson>(std::move(lesson));
    return run;
}

LessonRun run_of(Lesson lesson, const LessonWork& work) {
    LessonRun run;
    const std::size_t step = std::min(static_cast<std::size_t>(work.step), lesson.steps.size() - 1);
    run.step = first_of(lesson, step);
    run.has_own_work = run.step == step;
    run.answers = work.answers;
    run.done = work.done;
    run.lesson = std::make_shared<const Lesson>(std::move(lesson));
    return run;
}

std::optional<LessonWork> work_in(const LessonRun& run) {
    if (run.fills_window() || run.lesson->asks_again)
        return std::nullopt;
    return work_of(run, static_cast<Index>(run.step));
}

} // namespace attn
