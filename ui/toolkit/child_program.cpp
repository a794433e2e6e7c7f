#include "ui/toolkit/child_program.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

// POSIX defines `environ`, but not every system's headers declare it.
// NOLINTNEXTLINE(readability-redundant-declaration,cppcoreguidelines-avoid-non-const-global-variables)
extern char** environ;

namespace attn {

bool is_program_installed(std::string_view name) {
    const char* const path = std::getenv("PATH");
    std::string_view folders = path != nullptr ? path : "";
    while (!folders.empty()) {
        const std::size_t colon = std::min(folders.find(':'), folders.size());
        const std::filesystem::path file = std::filesystem::path(folders.substr(0, colon)) / name;
        if (::access(file.c_str(), X_OK) == 0)
            return true;
        folders.remove_prefix(std::min(colon + 1, folders.size()));
    }
    return false;
}

namespace {

void connect(posix_spawn_file_actions_t& actions, int given, int standard, int opened_for) {
    if (given < 0)
        posix_spawn_file_actions_addopen(&actions, standard, "/dev/null", opened_for, 0);
    else
        posix_spawn_file_actions_adddup2(&actions, given, standard);
}

} // namespace

pid_t start_program(std::vector<std::string> words, int input, int output) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    connect(actions, input, STDIN_FILENO, O_RDONLY);
    connect(actions, output, STDOUT_FILENO, O_WRONLY);
    connect(actions, -1, STDERR_FILENO, O_WRONLY);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 ? child : 0;
}

int wait_for_program(pid_t child) {
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

ProgramOutput::ProgramOutput(std::vector<std::string> words) {
    std::array<int, 2> pipe{-1, -1};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
        return;
    output_ = FileDescriptor(pipe[0]);
    const FileDescriptor input(pipe[1]);
    child_ = start_program(std::move(words), -1, input.number());
}

ProgramOutput::~ProgramOutput() {
    if (child_ == 0)
        return;
    ::kill(child_, SIGKILL); // the program has no work that could be lost
    wait_for_program(child_);
}

std::optional<std::string> ProgramOutput::take(std::chrono::milliseconds longest) {
    if (child_ == 0)
        return std::nullopt;
    constexpr std::size_t most = 4096;
    const auto end = std::chrono::steady_clock::now() + longest;
    std::string text;
    std::array<char, most> chunk{};
    while (text.size() < most) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
        pollfd waiting{output_.number(), POLLIN, 0};
        const int ready = ::poll(&waiting, 1, static_cast<int>(std::max<std::int64_t>(0, left.count())));
        if (ready < 0 && errno == EINTR)
            continue;
        if (ready <= 0)
            return std::nullopt;
        const ssize_t count = ::read(output_.number(), chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count == 0)
            return text;
        if (count < 0)
            return std::nullopt;
        text.append(chunk.data(), static_cast<std::size_t>(count));
    }
    return std::nullopt;
}

} // namespace attn
