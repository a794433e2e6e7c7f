#include "tests/failing_calls.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstddef>
#include <dlfcn.h>
#include <sys/types.h>

// <fcntl.h> and <unistd.h> are not included: if the compiler checks bounds, they define some of these functions inline.

namespace attn {

namespace {

constexpr std::size_t call_count = 4;
/// calls left until one fails, by kind of call; 0 or less: none fails
std::array<std::atomic<int>, call_count> calls_left{};
std::atomic<bool> one_failed = false;
std::atomic<bool> kills = false;

std::atomic<int>& left_of(SystemCall call) {
    return calls_left.at(static_cast<std::size_t>(call));
}

bool fails_now(SystemCall call) {
    if (left_of(call) <= 0 || --left_of(call) != 0)
        return false;
    one_failed = true;
    if (kills)
        static_cast<void>(std::raise(SIGKILL));
    return true;
}

/// The function of that name in the libraries below this program.
template <class Function>
Function beneath(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

} // namespace

FailingCalls::FailingCalls(SystemCall call, int nth) {
    one_failed = false;
    left_of(call) = nth;
}

FailingCalls::~FailingCalls() {
    for (std::atomic<int>& left : calls_left)
        left = 0;
}

KillingCalls::KillingCalls(SystemCall call, int nth) : calls_(call, nth) {
    kills = true;
}

KillingCalls::~KillingCalls() {
    kills = false;
}

bool FailingCalls::has_failed() {
    return one_failed;
}

} // namespace attn

// NOLINTBEGIN: the names, types and varying arguments are those of the system.

extern "C" {

int open(const char* path, int flags, ...) {
    static const auto real = attn::beneath<int (*)(const char*, int, ...)>("open");
    if (attn::fails_now(attn::SystemCall::open)) {
        errno = EACCES;
        return -1;
    }
    va_list rest;
    va_start(rest, flags);
    const mode_t mode = va_arg(rest, mode_t); // not looked at if there is none
    va_end(rest);
    return real(path, flags, mode);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
    static const auto real = attn::beneath<ssize_t (*)(int, const void*, size_t)>("write");
    if (attn::fails_now(attn::SystemCall::write)) {
        errno = ENOSPC;
        return -1;
    }
    return real(descriptor, bytes, count);
}

ssize_t pwrite(int descriptor, const void* bytes, size_t count, off_t offset) {
    static const auto real = attn::beneath<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
    if (attn::fails_now(attn::SystemCall::write)) {
        errno = ENOSPC;
        return -1;
    }
    return real(descriptor, bytes, count, offset);
}

int fsync(int descriptor) {
    static const auto real = attn::beneath<int (*)(int)>("fsync");
    if (attn::fails_now(attn::SystemCall::fsync)) {
        errno = EIO;
        return -1;
    }
    return real(descriptor);
}

int rename(const char* from, const char* to) noexcept {
    static const auto real = attn::beneath<int (*)(const char*, const char*)>("rename");
    if (attn::fails_now(attn::SystemCall::rename)) {
        errno = EACCES;
        return -1;
    }
    return real(from, to);
}

} // extern "C"

// NOLINTEND
