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

// Not every system's headers have it, and it is what POSIX says it is.
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

pid_t start_program(std::vector<std::string> words, const FileDescriptor& output) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output.number(), STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return failed == 0 ? child : 0;
}

ProgramOutput::ProgramOutput(std::vector<std::string> words) {
    std::array<int, 2> pipe{-1, -1};
    if (::pipe2(pipe.data(), O_CLOEXEC) != 0)
        return;
    output_ = FileDescriptor(pipe[0]);
    child_ = start_program(std::move(words), FileDescriptor(pipe[1]));
}

ProgramOutput::~ProgramOutput() {
    if (child_ == 0)
        return;
    ::kill(child_, SIGKILL); // it has no work that could be lost
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
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
