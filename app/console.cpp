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
        // The lowest number that is free is this one. Printing still fails, as it would if nothing were there.
        if (::open("/dev/null", number == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0)
            return;
    }
}

void print(std::string_view text) {
    // Pieces smaller than the stream's buffer stay in it when they cannot be written, so that the last flush fails for
    // the same reason.
    constexpr std::size_t piece = 512;
    for (; !text.empty(); text.remove_prefix(std::min(piece, text.size())))
        static_cast<void>(std::fwrite(text.data(), 1, std::min(piece, text.size()), stdout));
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
