#include "ui/document/lesson_trial.h"

#include "core/files/printable.h"
#include "ui/toolkit/child_program.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <string_view>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace attn {

namespace {

/// More than a line that has room in the window.
constexpr std::size_t most_kept = 4096;

} // namespace

std::string words_of_check(const std::filesystem::path& lesson) {
    return "attention-lab lesson check " + printable_path(lesson);
}

LessonTrial::LessonTrial(const std::filesystem::path& program, std::filesystem::path lesson)
    : lesson_(std::move(lesson)) {
    std::array<int, 2> pipe{-1, -1};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
        return;
    output_ = FileDescriptor(pipe[0]);
    const FileDescriptor input(pipe[1]);
    std::error_code unknown;
    const std::filesystem::path file = std::filesystem::absolute(lesson_, unknown); // which begins with no -
    child_ = start_program({program.string(), "lesson", "check", file.string()}, -1, input.number());
}

LessonTrial::~LessonTrial() {
    if (child_ == 0)
        return;
    ::kill(child_, SIGKILL); // it has no work that could be lost
    wait_for_program(child_);
}

/// What there is; whether that is all.
bool LessonTrial::read() {
    std::array<char, most_kept> chunk{};
    while (true) {
        pollfd waiting{output_.number(), POLLIN, 0};
        const int ready = ::poll(&waiting, 1, 0);
        if (ready == 0)
            return false;
        const ssize_t count = ready < 0 ? -1 : ::read(output_.number(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return true;
        said_.append(chunk.data(), static_cast<std::size_t>(count));
        if (said_.size() > most_kept)
            said_.resize(most_kept);
    }
}

std::string LessonTrial::words_of(int status) const {
    if (status == 0)
        return "It holds, step by step.";
    std::string_view first = std::string_view(said_).substr(0, said_.find('\n'));
    if (const std::string name = printable_path(lesson_.filename()) + ": "; first.starts_with(name))
        first.remove_prefix(name.size());
    if (status != 1 || first.empty())
        return fmt::format("Whether it holds is told by {}.", words_of_check(lesson_));
    return fmt::format("It does not hold yet: {}{} All that was found: {}", first, first.ends_with('.') ? "" : ".",
                       words_of_check(lesson_));
}

std::optional<std::string> LessonTrial::take() {
    if (child_ == 0)
        return words_of(-1);
    if (!read())
        return std::nullopt;
    return words_of(wait_for_program(std::exchange(child_, 0)));
}

} // namespace attn
