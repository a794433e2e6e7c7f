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

constexpr Point tried_size{1280, 720};

/// A task, and what the learner began it with.
struct TaskOfLesson {
    std::size_t step = 0;
    const LessonTask& task;
    Session session;
    Trace trace;
};

struct Grade {
    std::string file;
    std::vector<std::string> tasks; ///< "holds", what the slip is told, "does not hold"
    std::string problem;            ///< why it cannot be read
    bool holds_one = false;
};

/// The lesson is walked through, so that what acts before a task has acted.
Result<std::vector<TaskOfLesson>> tasks_of(const Lesson& lesson, const std::filesystem::path& file,
                                           const std::filesystem::path& assets) {
    const auto rehearsal = Rehearsal::open(lesson.sessions.front(), assets, tried_size);
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
    if (tasks.empty())
        return error("{} has no tasks", printable_path(file));
    return tasks;
}

Grade grade_of(const std::filesystem::path& file, const std::vector<TaskOfLesson>& tasks) {
    Grade grade{printable_path(file.filename()), {}, {}, false};
    const Result<Session> session = load_session(file);
    if (!session) {
        grade.problem = session.error().message;
        return grade;
    }
    Engine engine;
    const Trace& trace = engine.compute(session->layer());
    const Snapshot now{*session, trace};
    for (const TaskOfLesson& each : tasks) {
        const Snapshot then{each.session, each.trace};
        const auto slip = std::ranges::find_if(each.task.slips, [&](const ForeseenSlip& other) {
            return fits(other.when, trace.sizes()) && holds(other.when, now, then);
        });
        if (fits(each.task.done, trace.sizes()) && holds(each.task.done, now, then)) {
            grade.tasks.emplace_back("holds");
            grade.holds_one = true;
        } else
            grade.tasks.push_back(slip == each.task.slips.end() ? "does not hold" : told(slip->say, now));
    }
    return grade;
}

std::string table_of(const std::vector<TaskOfLesson>& tasks, const std::vector<Grade>& grades) {
    std::string table = "file";
    for (const TaskOfLesson& each : tasks)
        table += fmt::format(",step {}", each.step + 1);
    table += ",problem\n";
    for (const Grade& grade : grades) {
        table += csv_field(grade.file);
        for (std::size_t task = 0; task < tasks.size(); ++task)
            table += "," + (grade.problem.empty() ? csv_field(grade.tasks[task]) : std::string());
        table += "," + csv_field(grade.problem) + "\n";
    }
    return table;
}

void print_grades(const std::vector<TaskOfLesson>& tasks, const std::vector<Grade>& grades) {
    std::map<std::string, Index> counts;
    for (const Grade& grade : grades) {
        print(fmt::format("{}{}\n", grade.file, grade.problem.empty() ? "" : "  " + grade.problem));
        for (std::size_t task = 0; task < grade.tasks.size(); ++task) {
            print(fmt::format("  step {}: {}\n", tasks[task].step + 1, grade.tasks[task]));
            ++counts[fmt::format("step {}: {}", tasks[task].step + 1, grade.tasks[task])];
        }
    }
    print("\n");
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
    std::vector<Grade> grades;
    grades.reserve(files.size());
    for (const std::filesystem::path& file : files)
        grades.push_back(grade_of(file, *tasks));
    if (csv)
        if (auto written = write_text_file(*csv, table_of(*tasks, grades)); !written)
            return written.error();
    print_grades(*tasks, grades);
    return std::ranges::all_of(grades, &Grade::holds_one) ? 0 : 1;
}

} // namespace attn
