#include "app/console.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace attn {

void open_standard_streams() {
    for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (::fcntl(number, F_GETFD) != -1 || errno != EBADF)
            continue;
        // open() takes the lowest free number, which is this one. Printing still fails, as if the stream were closed.
        if (::open("/dev/null", number == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
    }
}

void print(std::string_view text) {
    // A stream forgets what it could not write. The piece at which that happened is put into its buffer again, so that
    // the last flush fails for the same reason.
    constexpr std::size_t piece = 512;
    for (; !text.empty(); text.remove_prefix(std::min(piece, text.size()))) {
        const std::string_view next = text.substr(0, piece);
        if (std::fwrite(next.data(), 1, next.size(), stdout) == next.size())
            continue;
        static_cast<void>(std::fwrite(next.data(), 1, next.size(), stdout));
        return;
    }
}

Result<void> flush_output() {
    const bool flushed = std::fflush(stdout) == 0;
    const int reason = flushed ? 0 : errno;
    if (reason == EPIPE || (flushed && std::ferror(stdout) == 0))
        return {};
    return error("standard output: {}",
                 flushed ? "not everything could be written" : std::generic_category().message(reason));
}

bool is_terminal_said_to() {
    return ::isatty(STDERR_FILENO) == 1;
}

void say(std::string_view text) {
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
}

} // namespace attn
