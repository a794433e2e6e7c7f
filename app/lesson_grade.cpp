#include "app/lesson_grade.h"

#include "app/console.h"
#include "app/rehearsal.h"
#include "app/spared_files.h"
#include "core/document/session_file.h"
#include "core/engine/engine.h"
#include "core/files/csv.h"
#include "core/files/file.h"
#include "core/files/printable.h"
#include "core/lesson/told.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <system_error>
#include <vector>

namespace attn {

namespace {

/// A task, and what the learner began it with.
struct TaskOfLesson {
    std::size_t step = 0;
    const LessonTask& task;
    Session session;
    Trace trace;
};

/// Where the lesson comes from.
struct Course {
    std::filesystem::path lesson;
    std::filesystem::path assets;
};

struct Grade {
    std::string file;
    std::vector<std::string> tasks; ///< "holds", what the slip is told, "does not hold"
    std::vector<std::string> bets;  ///< "right", the answer that was given, or nothing
    std::string problem;            ///< why it cannot be read, or graded
    bool holds_one = false;
};

/// The lesson is walked through, so that what acts before a task has acted.
Result<std::vector<TaskOfLesson>> tasks_of(const Lesson& lesson, const std::filesystem::path& file,
                                           const std::filesystem::path& assets) {
    const auto rehearsal = Rehearsal::open(lesson.sessions.front(), assets, learners_window);
    if (!rehearsal)
        return rehearsal.error();
    Rehearsal& window = **rehearsal;
    std::vector<TaskOfLesson> tasks;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        if (!lesson.steps[step].task)
            continue;
        window.app().learn({file, step});
        window.settle();
        if (window.run() == nullptr || window.run()->step != step)
            continue; // it goes on from what somebody did, which nobody knows
        tasks.push_back({step, *lesson.steps[step].task, window.app().session(), window.app().trace()});
    }
    return tasks;
}

bool was_done(const std::optional<LessonWork>& work, std::size_t step) {
    return work && std::ranges::find(work->done, static_cast<Index>(step)) != work->done.end();
}

std::string verdict_on(const TaskOfLesson& task, const Snapshot& now) {
    const Snapshot then{task.session, task.trace};
    const auto holds_now = [&](const Condition& condition) {
        return fits(condition, now.trace.sizes()) && holds(condition, now, then);
    };
    if (was_done(now.session.lesson, task.step) || holds_now(task.task.done))
        return "holds";
    const auto slip =
        std::ranges::find_if(task.task.slips, [&](const ForeseenSlip& other) { return holds_now(other.when); });
    return slip == task.task.slips.end() ? "does not hold" : told(slip->say, now);
}

/// What was answered to each bet of the lesson, in the order of its file; nothing in sessions that know of no lesson.
std::vector<std::string> answers_of(const Lesson& lesson, const Lesson& asked, const std::optional<LessonWork>& work) {
    std::vector<std::string> answers;
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
        if (!lesson.steps[step].bet)
            continue;
        std::string& answer = answers.emplace_back();
        if (!work)
            continue;
        const auto question = std::ranges::find(asked.steps, step, &LessonStep::written);
        const auto given = std::ranges::find(work->answers, question - asked.steps.begin(), &LessonAnswer::step);
        if (given != work->answers.end())
            answer = given->right ? "right" : given->answer;
    }
    return answers;
}

Grade grade_of(const std::filesystem::path& file, const Lesson& lesson, const std::vector<TaskOfLesson>& tasks,
               const Course& course) {
    Grade grade{printable_path(file.filename()), {}, {}, {}, false};
    const Result<Session> session = load_session(file);
    if (!session) {
        grade.problem = session.error().message;
        return grade;
    }
    if (session->lesson && session->lesson->lesson != lesson.id) {
        grade.problem = fmt::format("is of the lesson “{}”", printable(session->lesson->lesson));
        return grade;
    }
    Engine engine;
    const Trace& trace = engine.compute(session->layer());
    for (const TaskOfLesson& task : tasks)
        grade.tasks.push_back(verdict_on(task, {*session, trace}));
    const auto& work = session->lesson;
    // As it was asked: a quiz comes in an order of its own each time.
    const Result<Lesson> asked =
        work ? load_lesson(course.lesson, course.assets, {work->draw, work->word}) : Result<Lesson>(lesson);
    if (!asked) {
        grade.problem = asked.error().message;
        return grade;
    }
    grade.bets = answers_of(lesson, *asked, work);
    // Of a lesson without tasks it counts that something was answered.
    grade.holds_one = std::ranges::find(grade.tasks, "holds") != grade.tasks.end() ||
                      (tasks.empty() && session->lesson && !session->lesson->answers.empty());
    return grade;
}

/// The steps that have a bet, as they are counted.
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
        table += fmt::format(",step {}", each.step + 1);
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
        print(fmt::format("{}{}\n", grade.file, grade.problem.empty() ? "" : "  " + grade.problem));
        for (std::size_t task = 0; task < grade.tasks.size(); ++task) {
            print(fmt::format("  step {}: {}\n", tasks[task].step + 1, grade.tasks[task]));
            ++counts[fmt::format("step {}: {}", tasks[task].step + 1, grade.tasks[task])];
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
    print(fmt::format("\nOf {} session{}:\n", grades.size(), grades.size() == 1 ? "" : "s"));
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
        return error("{}: there are no sessions (.json) in it", printable_path(folder));
    std::ranges::sort(files);
    const auto tasks = tasks_of(*read, lesson, assets);
    if (!tasks)
        return tasks.error();
    if (tasks->empty() && steps_with_bets(*read).empty())
        return error("{} has no tasks and no bets", printable_path(lesson));
    std::vector<Grade> grades;
    grades.reserve(files.size());
    for (const std::filesystem::path& file : files)
        grades.push_back(grade_of(file, *read, *tasks, {lesson, assets}));
    if (csv)
        if (auto written = write_text_file(*csv, table_of(*read, *tasks, grades)); !written)
            return written.error();
    print_grades(*read, *tasks, grades);
    return std::ranges::all_of(grades, &Grade::holds_one) ? 0 : 1;
}

} // namespace attn
