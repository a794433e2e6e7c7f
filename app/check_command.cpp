#include "app/commands.h"
#include "app/console.h"
#include "app/opened_session.h"
#include "app/spared_files.h"
#include "core/check/report.h"
#include "core/check/trial.h"
#include "core/document/sources/weights_source.h"
#include "core/files/file.h"
#include "core/files/input_files.h"
#include "core/files/printable.h"
#include "core/model/limits.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
#include <functional>
#include <string>
#include <system_error>
#include <vector>

namespace attn {

namespace {

constexpr int status_of_difference = 1;
constexpr int bad_input = 2;

bool holds(const std::filesystem::path& folder, std::string_view extension) {
    std::error_code failed;
    for (auto entry = std::filesystem::directory_iterator(folder, failed);
         !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed))
        if (entry->path().extension() == extension)
            return true;
    return false;
}

/// True if the path, found in a folder of answers, is an answer.
bool is_answer(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return holds(path, ".npy");
    return path.extension() == ".npz" || path.extension() == ".safetensors";
}

/// The answers in a folder, in the order of their names; empty if the folder is itself an answer, or is no folder.
Result<std::vector<std::filesystem::path>> answers_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> answers;
    std::error_code failed;
    if (!std::filesystem::is_directory(folder, failed))
        return answers;
    for (auto entry = std::filesystem::directory_iterator(folder, failed);
         !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed))
        if (is_answer(entry->path()))
            answers.push_back(entry->path());
    if (failed)
        return error("{}: {}", printable_path(folder), failed.message());
    if (!answers.empty() && holds(folder, ".npy"))
        return error("{}: holds both .npy files (one answer) and {} (an answer of its own); expected one or the other",
                     printable_path(folder), printable_path(answers.front().filename()));
    std::ranges::sort(answers);
    return answers;
}

/// Returns the answer's path and, if it is a folder, the .npy files in it.
std::vector<std::filesystem::path> files_of_answer(const std::filesystem::path& path) {
    std::vector<std::filesystem::path> files{path};
    std::error_code failed;
    for (auto entry = std::filesystem::directory_iterator(path, failed);
         !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed))
        if (entry->path().extension() == ".npy")
            files.push_back(entry->path());
    return files;
}

/// Fails if the table would replace an answer, or a file that is no table.
Result<void> check_table(const std::filesystem::path& table, const std::filesystem::path& against,
                         std::vector<std::filesystem::path> answers) {
    answers.push_back(against);
    InputFiles inputs;
    for (const std::filesystem::path& answer : answers)
        for (const std::filesystem::path& file : files_of_answer(answer))
            inputs.add(file);
    if (auto spared = inputs.check_spares(table); !spared)
        return spared;
    return check_replaces_its_kind(table, ".csv", "table");
}

Result<void> write_table(const std::filesystem::path& path, const std::string& lines) {
    return write_text_file(path, table_head() + lines);
}

/// The result of checking one answer.
struct Verdict {
    bool agrees = false;
    std::string report;
    std::string line; ///< line for the CSV table of all answers
};
using Checker = std::function<Result<Verdict>(const std::filesystem::path& answer)>;

/// Returns the answer, or all answers of its folder. Fails if an option is wrong, so that nothing is computed first.
Result<std::vector<std::filesystem::path>> answers_of(const CheckOptions& options) {
    if (options.tolerance && !(*options.tolerance >= 0 && std::isfinite(*options.tolerance)))
        return error("--tolerance is {}, expected 0 or more, such as 1e-4", *options.tolerance);
    const auto is_there = is_present(options.against);
    if (!is_there)
        return is_there.error();
    if (!*is_there)
        return error("{}: there is no such file or folder; expected your arrays (.npz, .safetensors, .npy) or a folder "
                     "of them",
                     printable_path(options.against));
    auto answers = answers_in(options.against);
    if (answers && options.csv)
        if (auto apart = check_table(*options.csv, options.against, *answers); !apart)
            return apart.error();
    return answers;
}

Result<int> check_one(const CheckOptions& options, const Checker& checker) {
    const auto verdict = checker(options.against);
    if (!verdict)
        return verdict.error();
    if (options.csv)
        if (auto written = write_table(*options.csv, verdict->line); !written)
            return written.error();
    print(terminal_text(verdict->report));
    return verdict->agrees ? 0 : status_of_difference;
}

Result<int> check_all(const CheckOptions& options, const std::vector<std::filesystem::path>& answers,
                      const Checker& checker) {
    std::string lines;
    Index agreeing = 0;
    Index differing = 0;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const std::string name = printable_path(answers[i].filename());
        say(fmt::format("{} of {}: {}\n", i + 1, answers.size(), name));
        const auto verdict = checker(answers[i]);
        lines += verdict ? verdict->line : table_line(name, verdict.error());
        if (verdict)
            ++(verdict->agrees ? agreeing : differing);
    }
    const Index unreadable = std::ssize(answers) - agreeing - differing;
    if (options.csv) {
        if (auto written = write_table(*options.csv, lines); !written)
            return written.error();
        print(fmt::format("{} agree, {} differ, {} could not be read\n", agreeing, differing, unreadable));
    } else {
        print(terminal_text(table_head() + lines));
    }
    if (differing > 0)
        return status_of_difference;
    return unreadable > 0 ? bad_input : 0;
}

Result<int> check_answers(const CheckOptions& options, const std::vector<std::filesystem::path>& answers,
                          const Checker& checker) {
    return answers.empty() ? check_one(options, checker) : check_all(options, answers, checker);
}

} // namespace

Result<int> check_command(const Session& session, const CheckOptions& options) {
    const auto answers = answers_of(options);
    if (!answers)
        return answers.error();
    return_freed_memory_at_once();
    // Parts of wide layers are larger than all else together; they are made head by head where an answer has them.
    Engine engine(0, 2e6, array_limit / 2);
    const Trace& trace = engine.compute(session.layer());
    return check_answers(options, *answers, [&](const std::filesystem::path& path) -> Result<Verdict> {
        const auto answer = read_answer(path, trace);
        if (!answer)
            return answer.error();
        const Check found =
            check(trace, *answer, options.tolerance, {}, [&](Index behind) { return block_beside(session, behind); });
        return Verdict{found.agrees(), report_text(found, trace),
                       table_line(printable_path(path.filename()), found, trace)};
    });
}

Result<int> check_model_command(const Source& source, const CheckOptions& options) {
    const auto answers = answers_of(options);
    if (!answers)
        return answers.error();
    const auto opened = open_named_model(source);
    if (!opened)
        return opened.error();
    return_freed_memory_at_once();
    return check_answers(options, *answers, [&](const std::filesystem::path& path) -> Result<Verdict> {
        const auto arrays = list_arrays(path);
        const auto found = arrays ? check_model(opened->model, *arrays, printable_path(path), options.tolerance)
                                  : Result<ModelCheck>(arrays.error());
        if (!found)
            return found.error();
        return Verdict{found->agrees(), report_text(*found), table_line(printable_path(path.filename()), *found)};
    });
}

} // namespace attn
