#include "app/window/ending.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <dlfcn.h>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace attn {

namespace {

constexpr std::array ending_signals{SIGTERM, SIGHUP, SIGINT};
constexpr unsigned char no_signal = 0;

// Signal handlers and Xlib's handler take no argument of ours, so that these must be global.
// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> signals_go_to = -1;
std::function<void()> last_work_of_process;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

void tell_thread(int descriptor, unsigned char what) {
    const int before = errno;
    while (::write(descriptor, &what, 1) < 0 && errno == EINTR) {
    }
    errno = before;
}

} // namespace

extern "C" {

static void note_ending_signal(int number) {
    tell_thread(signals_go_to, static_cast<unsigned char>(number));
}

/// Catches SIGPIPE: writing to a display that is gone must fail, so that Xlib notices, and not end the process.
static void outlive_broken_pipe(int /*number*/) {}

/// Replaces Xlib's handler, which would call exit while other threads are at work.
static int end_without_display(void* /*display*/) {
    last_work_of_process();
    constexpr char words[] = "attention-lab: the display is gone; what was not saved is offered at the next start\n";
    static_cast<void>(::write(STDERR_FILENO, words, sizeof words - 1));
    ::_exit(1);
}

} // extern "C"

namespace {

using IoErrorHandler = int (*)(void* display);

/// Sets Xlib's handler for a lost display. Xlib is loaded only if GLFW uses it; the program does not link it.
void handle_lost_display(IoErrorHandler handler) {
    void* const library = ::dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr)
        return;
    using SetHandler = IoErrorHandler (*)(IoErrorHandler);
    if (const auto set = reinterpret_cast<SetHandler>(::dlsym(library, "XSetIOErrorHandler")))
        set(handler);
    ::dlclose(library);
}

void handle_signal(int number, void (*handler)(int), int flags) {
    struct sigaction before = {};
    // Under nohup, or in the background of a shell, the signal is to stay ignored.
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN)
        return;
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = flags;
    ::sigaction(number, &action, nullptr);
}

} // namespace

Ending::Ending(std::function<void()> last_work) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
        return;
    last_work_of_process = std::move(last_work);
    told_ = ends[0];
    signals_go_to = ends[1];
    thread_ = std::thread([this] { wait_for_signals(); });
    for (const int number : ending_signals)
        handle_signal(number, note_ending_signal, static_cast<int>(SA_RESETHAND) | SA_RESTART);
    handle_signal(SIGPIPE, outlive_broken_pipe, SA_RESTART);
    handle_lost_display(end_without_display);
}

Ending::~Ending() {
    if (!thread_.joinable())
        return;
    handle_lost_display(nullptr);
    for (const int number : ending_signals)
        handle_signal(number, SIG_DFL, 0);
    handle_signal(SIGPIPE, SIG_DFL, 0);
    tell_thread(signals_go_to, no_signal);
    thread_.join();
    ::close(signals_go_to.exchange(-1));
    ::close(told_);
    last_work_of_process = nullptr;
}

void Ending::wait_for_signals() const {
    unsigned char number = no_signal;
    ssize_t count = 0;
    while ((count = ::read(told_, &number, 1)) < 0 && errno == EINTR) {
    }
    if (count != 1 || number == no_signal)
        return;
    last_work_of_process();
    ::signal(number, SIG_DFL);
    ::raise(number);
}

} // namespace attn
