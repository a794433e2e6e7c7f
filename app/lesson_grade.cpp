#include "app/lesson_grade.h"

#include "app/console.h"
#include "app/rehearsal.h"
#include "app/spared_files.h"
#include "core/document/files/session_file.h"
#include "core/document/session/edits.h"
#include "core/engine/engine.h"
#include "core/files/csv.h"
#include "core/files/file.h"
#include "core/files/printable.h"
#include "core/lesson/live_text.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// A task, and the state with which the learner began it.
struct TaskOfLesson {
    std::size_t written = 0; ///< index of its step in the file
    LessonTask task;
    std::shared_ptr<const Moment> beginning;
};

/// A lesson with the numbers, the order and the word that were drawn for one learner.
struct AskedLesson {
    std::shared_ptr<const Lesson> lesson;
    std::vector<TaskOfLesson> tasks;
};

struct Grade {
    std::string file;
    std::vector<std::string> tasks; ///< "holds", the reply to the slip, "does not hold"
    std::vector<std::string> bets;  ///< "right", the given answer, or empty
    std::string problem;            ///< why the session cannot be read or graded
    bool holds_one = false;
};

/// Opens the step in the window. A step that goes on from others is reached through them, without doing anything there.
/// Returns true if the window is at the step.
bool open_step(Rehearsal& window, const std::shared_ptr<const Lesson>& lesson, std::size_t step,
               const std::vector<LessonAnswer>& answers) {
    std::size_t first = step;
    while (lesson->steps[first].goes_on)
        --first;
    LessonRun run;
    run.lesson = lesson;
    run.step = first;
    run.answers = answers;
    window.app().open_lesson_step(std::move(run));
    window.settle();
    for (std::size_t before = first; before < step && window.run() != nullptr; ++before)
        window.go_on();
    return window.run() != nullptr && window.run()->step == step;
}

/// The tasks of a lesson, found by walking through it, so that opening actions are done. A task that goes on from the
/// learner's own work is left out: nobody knows that work.
std::vector<TaskOfLesson> tasks_of(const std::shared_ptr<const Lesson>& lesson, Rehearsal& window) {
    std::vector<TaskOfLesson> tasks;
    for (std::size_t step = 0; step < lesson->steps.size(); ++step) {
        const LessonStep& asked = lesson->steps[step];
        if (asked.task && !asked.goes_on && open_step(window, lesson, step, {}))
            tasks.push_back({asked.written, *asked.task, window.run()->beginning});
    }
    std::ranges::sort(tasks, {}, &TaskOfLesson::written);
    return tasks;
}

/// Reads a lesson as it was drawn for each learner, and replays their answers in an invisible window.
class Replay {
public:
    Replay(std::filesystem::path file, std::filesystem::path assets, Rehearsal& window)
        : file_(std::move(file)), assets_(std::move(assets)), window_(window) {}

    Result<const AskedLesson*> asked(const LessonVariant& draw) {
        const auto key = std::pair(draw.seed, draw.word);
        if (const auto known = asked_.find(key); known != asked_.end())
            return &known->second;
        Result<Lesson> read = load_lesson(file_, assets_, draw);
        if (!read)
            return read.error();
        auto lesson = std::make_shared<const Lesson>(*std::move(read));
        AskedLesson asked{lesson, tasks_of(lesson, window_)};
        return &asked_.emplace(key, std::move(asked)).first->second;
    }

    /// True if the answer is right: it is given again in the window, where the layer judges it. The file's own verdict
    /// counts for nothing.
    bool is_right(const AskedLesson& asked, LessonAnswer answer) {
        answer.right = false;
        return open_step(window_, asked.lesson, static_cast<std::size_t>(answer.step), {answer}) &&
               window_.run()->bet.is_settled && window_.run()->bet.was_right;
    }

    /// Answers name heads and arrays in the learner's notation, so the window takes that notation.
    void read_in_notation_of(const Session& session) {
        static_cast<void>(window_.app().edit(SetNotation{{}, session.tokens_as_columns, session.notation}));
    }

private:
    std::filesystem::path file_;
    std::filesystem::path assets_;
    Rehearsal& window_;
    std::map<std::pair<std::uint64_t, std::string>, AskedLesson> asked_;
};

bool says_done(const std::optional<LessonWork>& work, const Lesson& asked, std::size_t written) {
    const auto step = std::ranges::find(asked.steps, written, &LessonStep::written) - asked.steps.begin();
    return work && std::ranges::find(work->done, step) != work->done.end();
}

/// The verdict on a task, from the saved session alone. Its claim that the task was done is no proof; a session that
/// was saved at another step may not show it.
std::string verdict_on(const TaskOfLesson& task, const Snapshot& now, const Lesson& asked) {
    const Snapshot then = task.beginning->snapshot();
    const auto holds_now = [&](const Condition& condition) {
        return fits(condition, now.trace.sizes()) && holds(condition, now, then);
    };
    if (holds_now(task.task.done))
        return "holds";
    const auto slip =
        std::ranges::find_if(task.task.slips, [&](const ForeseenSlip& other) { return holds_now(other.when); });
    if (slip != task.task.slips.end())
        return told(slip->say, now).letters();
    return says_done(now.session.lesson, asked, task.written) ? "does not hold in this session, which says it was done"
                                                              : "does not hold";
}

/// The learner's answer to each bet of the lesson, in the order of its file; empty for sessions not saved in a lesson.
std::vector<std::string> answers_of(const Lesson& lesson, const AskedLesson& asked,
                                    const std::optional<LessonWork>& work, Replay& replay) {
    std::vector<std::string> answers;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        if (!lesson.steps[step].bet)
            continue;
        std::string& answer = answers.emplace_back();
        if (!work)
            continue;
        const auto& steps = asked.lesson->steps;
        const auto question = std::ranges::find(steps, step, &LessonStep::written);
        const auto given = std::ranges::find(work->answers, question - steps.begin(), &LessonAnswer::step);
        if (given != work->answers.end() && question != steps.end() && question->bet)
            answer = replay.is_right(asked, *given) ? "right" : given->answer;
    }
    return answers;
}

Grade grade_of(const std::filesystem::path& file, const Lesson& lesson, const std::vector<TaskOfLesson>& tasks,
               Replay& replay) {
    Grade grade{printable_path(file.filename()), {}, {}, {}, false};
    const Result<Session> session = load_session(file);
    if (!session) {
        grade.problem = session.error().message;
        return grade;
    }
    const auto& work = session->lesson;
    if (work && work->lesson != lesson.id) {
        grade.problem = fmt::format("is of the lesson “{}”", printable(work->lesson));
        return grade;
    }
    // The lesson as it was asked: a quiz has another order each time.
    const auto asked = replay.asked(work ? LessonVariant{work->draw, work->word} : LessonVariant());
    if (!asked) {
        grade.problem = asked.error().message;
        return grade;
    }
    Engine engine;
    const Trace& trace = engine.compute(session->layer());
    for (const TaskOfLesson& task : tasks) {
        const auto as_asked = std::ranges::find((*asked)->tasks, task.written, &TaskOfLesson::written);
        grade.tasks.push_back(as_asked == (*asked)->tasks.end()
                                  ? "cannot be replayed"
                                  : verdict_on(*as_asked, {*session, trace}, *(*asked)->lesson));
    }
    replay.read_in_notation_of(*session);
    grade.bets = answers_of(lesson, **asked, work, replay);
    // A lesson without tasks counts as done if anything was answered.
    grade.holds_one = std::ranges::find(grade.tasks, "holds") != grade.tasks.end() ||
                      (tasks.empty() && work && !work->answers.empty());
    return grade;
}

/// The numbers, from 1, of the steps that have a bet.
std::vector<std::size_t> steps_with_bets(const Lesson& lesson) {
    std::vector<std::size_t> steps;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step)
        if (lesson.steps[step].bet)
            steps.push_back(step + 1);
    return steps;
}

std::string table_of(const Lesson& lesson, const std::vector<TaskOfLesson>& tasks, const std::vector<Grade>& grades) {
    std::string table = "file";
    for (const TaskOfLesson& each : tasks)
        table += fmt::format(",step {}", each.written + 1);
    const std::vector<std::size_t> bets = steps_with_bets(lesson);
    for (const std::size_t step : bets)
        table += fmt::format(",bet {}", step);
    table += ",problem\n";
    for (const Grade& grade : grades) {
        table += csv_field(grade.file);
        const bool is_graded = grade.problem.empty();
        for (std::size_t task = 0; task < tasks.size(); ++task)
            table += "," + (is_graded ? csv_field(grade.tasks[task]) : std::string());
        for (std::size_t bet = 0; bet < bets.size(); ++bet)
            table += "," + (is_graded ? csv_field(grade.bets[bet]) : std::string());
        table += "," + csv_field(grade.problem) + "\n";
    }
    return table;
}

void print_grades(const Lesson& lesson, const std::vector<TaskOfLesson>& tasks, const std::vector<Grade>& grades) {
    std::map<std::string, Index> counts;
    const std::vector<std::size_t> bets = steps_with_bets(lesson);
    for (const Grade& grade : grades) {
        print(fmt::format("{}{}\n", grade.file, grade.problem.empty() ? "" : "  " + terminal_line(grade.problem)));
        for (std::size_t task = 0; task < grade.tasks.size(); ++task) {
            const std::string verdict =
                fmt::format("step {}: {}", tasks[task].written + 1, terminal_line(grade.tasks[task]));
            print(fmt::format("  {}\n", verdict));
            ++counts[verdict];
        }
        for (std::size_t bet = 0; bet < grade.bets.size(); ++bet)
            if (!grade.bets[bet].empty() && grade.bets[bet] != "right")
                ++counts[fmt::format("bet of step {}: “{}” was answered", bets[bet], printable(grade.bets[bet]))];
        const auto answered = std::ranges::count_if(grade.bets, [](const std::string& bet) { return !bet.empty(); });
        if (answered > 0)
            print(fmt::format("  bets: {} of {} right, {} asked\n", std::ranges::count(grade.bets, "right"), answered,
                              bets.size()));
        else if (!grade.bets.empty())
            print(fmt::format("  bets: none answered, {} asked\n", bets.size()));
    }
    print(fmt::format("\nOf {} {}:\n", grades.size(), noun_for(grades.size(), "session")));
    for (const auto& [what, count] : counts)
        print(fmt::format("{:>4} × {}\n", count, what));
}

} // namespace

Result<int> lesson_grade_command(const std::filesystem::path& lesson, const std::filesystem::path& folder,
                                 const std::optional<std::filesystem::path>& csv, const std::filesystem::path& assets) {
    if (csv)
        if (auto replaces = check_replaces_its_kind(*csv, ".csv", "table"); !replaces)
            return replaces.error();
    const Result<Lesson> read = load_lesson(lesson, assets);
    if (!read)
        return read.error();
    std::vector<std::filesystem::path> files;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
        if (entry.path().extension() == ".json")
            files.push_back(entry.path());
    if (failed)
        return error("{}: {}", printable_path(folder), failed.message());
    if (files.empty())
        return error("{}: there are no sessions (.json) in it; expected the folder of the saved sessions",
                     printable_path(folder));
    std::ranges::sort(files);
    const auto window = Rehearsal::open(read->sessions.front(), assets, learners_window);
    if (!window)
        return window.error();
    Replay replay(lesson, assets, **window);
    const auto asked = replay.asked({});
    if (!asked)
        return asked.error();
    const std::vector<TaskOfLesson>& tasks = (*asked)->tasks;
    if (tasks.empty() && steps_with_bets(*read).empty())
        return error("{}: this lesson has no task and no bet, so there is nothing to grade; expected one that has",
                     printable_path(lesson));
    std::vector<Grade> grades;
    grades.reserve(files.size());
    for (const std::filesystem::path& file : files)
        grades.push_back(grade_of(file, *read, tasks, replay));
    if (csv)
        if (auto written = write_text_file(*csv, table_of(*read, tasks, grades)); !written)
            return written.error();
    print_grades(*read, tasks, grades);
    return std::ranges::all_of(grades, &Grade::holds_one) ? 0 : 1;
}

} // namespace attn
