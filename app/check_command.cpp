#include "app/commands.h"
#include "app/console.h"
#include "app/spared_files.h"
#include "core/check/report.h"
#include "core/check/trial.h"
#include "core/files/file.h"
#include "core/files/input_files.h"
#include "core/files/printable.h"

#include <algorithm>
#include <cmath>
#include <fmt/core.h>
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

/// Whether the path is an answer of its own where it lies in a folder of answers.
bool is_answer(const std::filesystem::path& path) {
    std::error_code ignored;
    if (std::filesystem::is_directory(path, ignored))
        return holds(path, ".npy");
    return path.extension() == ".npz" || path.extension() == ".safetensors";
}

/// The answers in a folder, in the order of their names; none where the folder is an answer itself, or no folder.
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

/// The files of an answer.
std::vector<std::filesystem::path> files_of_answer(const std::filesystem::path& path) {
    std::vector<std::filesystem::path> files{path};
    std::error_code failed;
    for (auto entry = std::filesystem::directory_iterator(path, failed);
         !failed && entry != std::filesystem::directory_iterator(); entry.increment(failed))
        if (entry->path().extension() == ".npy")
            files.push_back(entry->path());
    return files;
}

/// Fails where the table would take the place of an answer, or of what is no table.
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

Result<int> check_one(const Trace& trace, const CheckOptions& options) {
    const auto answer = read_answer(options.against, trace);
    if (!answer)
        return answer.error();
    const Check found = check(trace, *answer, options.tolerance);
    if (options.csv)
        if (auto written =
                write_table(*options.csv, table_line(printable_path(options.against.filename()), found, trace));
            !written)
            return written.error();
    print(terminal_text(report_text(found, trace)));
    return found.agrees() ? 0 : status_of_difference;
}

/// How many answers of a folder came out how.
struct Tally {
    std::size_t agreeing = 0;
    std::size_t differing = 0;
    std::size_t unreadable = 0;
};

std::string answer_line(const std::filesystem::path& path, const Trace& trace, const CheckOptions& options,
                        Tally& tally) {
    const std::string name = printable_path(path.filename());
    const auto answer = read_answer(path, trace);
    if (!answer) {
        ++tally.unreadable;
        return table_line(name, answer.error());
    }
    const Check found = check(trace, *answer, options.tolerance);
    ++(found.agrees() ? tally.agreeing : tally.differing);
    return table_line(name, found, trace);
}

Result<int> check_all(const Trace& trace, const CheckOptions& options,
                      const std::vector<std::filesystem::path>& answers) {
    std::string lines;
    Tally tally;
    for (std::size_t i = 0; i < answers.size(); ++i) {
        say(fmt::format("{} of {}: {}\n", i + 1, answers.size(), printable_path(answers[i].filename())));
        lines += answer_line(answers[i], trace, options, tally);
    }
    if (options.csv) {
        if (auto written = write_table(*options.csv, lines); !written)
            return written.error();
        print(fmt::format("{} agree, {} differ, {} could not be read\n", tally.agreeing, tally.differing,
                          tally.unreadable));
    } else {
        print(terminal_text(table_head() + lines));
    }
    if (tally.differing > 0)
        return status_of_difference;
    return tally.unreadable > 0 ? bad_input : 0;
}

} // namespace

Result<int> check_command(const Session& session, const CheckOptions& options) {
    if (options.tolerance && !(*options.tolerance >= 0 && std::isfinite(*options.tolerance)))
        return error("--tolerance is {}, expected 0 or more, such as 1e-4", *options.tolerance);
    const auto is_there = is_present(options.against);
    if (!is_there)
        return is_there.error();
    if (!*is_there)
        return error("{}: there is no such file or folder", printable_path(options.against));
    const auto answers = answers_in(options.against);
    if (!answers)
        return answers.error();
    if (options.csv)
        if (auto apart = check_table(*options.csv, options.against, *answers); !apart)
            return apart.error();
    return_freed_memory_at_once();
    Engine engine;
    const Trace& trace = engine.compute(session.layer());
    return answers->empty() ? check_one(trace, options) : check_all(trace, options, *answers);
}

} // namespace attn
