#include "ui/toolkit/clipboard_picture.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <memory>
#include <spawn.h>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

// Not every system's headers have it, and it is what POSIX says it is.
// NOLINTNEXTLINE(readability-redundant-declaration,cppcoreguidelines-avoid-non-const-global-variables)
extern char** environ;

namespace attn {

namespace {

struct CopyProgram {
    std::string package;
    std::vector<std::string> words;
};

CopyProgram program_of_the_desktop() {
    const char* const wayland = std::getenv("WAYLAND_DISPLAY");
    if (wayland != nullptr && *wayland != '\0')
        return {"wl-clipboard", {"wl-copy", "--type", "image/png"}};
    return {"xclip", {"xclip", "-selection", "clipboard", "-target", "image/png"}};
}

using TemporaryFile = std::unique_ptr<FILE, int (*)(FILE*)>;

/// A file without a name that holds the bytes, at its beginning. A program that ends early does it no harm, where a
/// pipe would.
TemporaryFile file_with(std::string_view bytes) {
    TemporaryFile file(std::tmpfile(), std::fclose);
    if (file != nullptr && (std::fwrite(bytes.data(), 1, bytes.size(), file.get()) != bytes.size() ||
                            std::fflush(file.get()) != 0 || ::lseek(::fileno(file.get()), 0, SEEK_SET) != 0))
        file.reset();
    return file;
}

/// Its exit status. Programs for the clipboard leave a copy of themselves behind, which hands the picture out.
int run(std::vector<std::string> words, int input, int& failure) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = 0;
    failure = posix_spawnp(&child, arguments.front(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    while (failure == 0 && ::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

} // namespace

Result<void> copy_picture(std::string_view png) {
    const TemporaryFile file = file_with(png);
    if (file == nullptr)
        return error("There is no room for a temporary file to copy the picture from.");
    const CopyProgram program = program_of_the_desktop();
    int failure = 0;
    const int status = run(program.words, ::fileno(file.get()), failure);
    if (failure == ENOENT)
        return error("Pictures are copied by {}, which is not here: install the package {}, or copy it as SVG text.",
                     program.words.front(), program.package);
    if (failure != 0 || status != 0)
        return error("{} could not copy the picture; is there a desktop? It can be copied as SVG text.",
                     program.words.front());
    return {};
}

} // namespace attn
