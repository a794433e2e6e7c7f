#include "core/journal/left_work.h"

#include "core/files/printable.h"
#include "core/journal/journal_files.h"

#include <algorithm>
#include <functional>
#include <system_error>
#include <utility>

namespace attn {

namespace {

// Limits of what is looked at; a user has a few journals.
constexpr std::size_t most_journals = 1000;
constexpr std::size_t most_steps = 16;

/// Returns the names of the steps, newest first.
std::vector<std::string> steps_in(const std::filesystem::path& folder) {
    std::vector<std::string> steps = names_in(folder, most_journal_files);
    std::erase_if(steps, [](const std::string& name) { return !is_step_file(name); });
    std::ranges::sort(steps, std::greater());
    steps.resize(std::min(steps.size(), most_steps));
    return steps;
}

void remove_journal(LockedFolder& folder) {
    std::vector<std::string> files = names_in(folder.path(), most_journal_files);
    std::erase_if(files, [](const std::string& name) { return !is_journal_file(name); });
    folder.remove(files);
}

struct WholeStep {
    UnsavedWork work;
    bool is_newest = true;
};

Result<WholeStep> newest_whole_step(const std::filesystem::path& folder, const std::vector<std::string>& steps) {
    std::optional<Error> first;
    for (const std::string& step : steps) {
        Result<UnsavedWork> read = read_step(folder, step);
        if (read)
            return WholeStep{*std::move(read), !first};
        if (!first)
            first = read.error();
    }
    return first ? *first : error("{}: there is nothing in it", printable_path(folder));
}

LeftWorkLabel label_of_work(const std::filesystem::path& folder, const WholeStep& step) {
    const Session& session = *step.work.session;
    LeftWorkLabel label;
    label.folder = folder;
    label.name = step.work.file ? step.work.file->filename().string() : session.title;
    label.file = step.work.file;
    label.stamp = step.work.stamp;
    label.changed = step.work.changed;
    if (const auto& items = session.layer().sequence.items; !items.empty())
        label.tokens = items.front();
    label.picture = step.work.picture;
    label.is_newest = step.is_newest;
    return label;
}

} // namespace

void LeftWork::discard() {
    remove_journal(folder_);
}

Result<UnsavedWork> read_left_work(const std::filesystem::path& folder) {
    Result<WholeStep> step = newest_whole_step(folder, steps_in(folder));
    if (!step)
        return step.error();
    return std::move(step->work);
}

FoundLeftWork find_left_work(const std::filesystem::path& home) {
    FoundLeftWork found;
    std::error_code ignored;
    if (!std::filesystem::exists(std::filesystem::symlink_status(home, ignored)))
        return found;
    if (const Result<void> own = make_private_folder(home); !own) {
        found.problem = own.error().message;
        return found;
    }
    for (const std::string& name : names_in(home, most_journals)) {
        if (name.ends_with(".damaged") || !is_journal(home / name))
            continue;
        std::optional<LockedFolder> folder = LockedFolder::take(home / name);
        if (!folder)
            continue;
        const std::vector<std::string> steps = steps_in(folder->path());
        if (name.starts_with('.') || steps.empty()) {
            remove_journal(*folder); // unfinished or half removed when its process was killed
            continue;
        }
        const Result<WholeStep> step = newest_whole_step(folder->path(), steps);
        if (step) {
            found.works.emplace_back(*std::move(folder), label_of_work(home / name, *step));
            continue;
        }
        folder->rename(name + ".damaged");
        found.problem = fmt::format("Work that was not saved cannot be read: {}. It is kept as {}.",
                                    step.error().message, printable_path(folder->path().filename()));
    }
    std::ranges::sort(found.works, std::greater(), [](const LeftWork& work) { return work.label().changed; });
    return found;
}

} // namespace attn
