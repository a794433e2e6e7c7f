#pragma once

#include <cstdint>
#include <initializer_list>

namespace attn {

/// The system calls by which files are read and written. A test program that uses FailingCalls replaces them, for all
/// libraries too.
enum class SystemCall : std::uint8_t { open, write, fsync, rename };

/// Makes the n-th such call of the whole process fail, counted from 1, as on a full disk or without access. Once the
/// object is gone, no call fails.
class FailingCalls {
public:
    FailingCalls(SystemCall call, int nth);
    FailingCalls(const FailingCalls&) = delete;
    FailingCalls& operator=(const FailingCalls&) = delete;
    ~FailingCalls();

    /// True if there were that many calls, so that one failed.
    static bool has_failed();
};

/// Kills the process, as by kill -9, instead of making the n-th such call.
class KillingCalls {
public:
    KillingCalls(SystemCall call, int nth);
    KillingCalls(const KillingCalls&) = delete;
    KillingCalls& operator=(const KillingCalls&) = delete;
    ~KillingCalls();

private:
    FailingCalls calls_;
};

/// Calls `attempt` once for each system call in it, with that call failing, and `check` with each result.
template <class Attempt, class Check>
void with_every_call_failing(const Attempt& attempt, const Check& check) {
    for (const SystemCall call : {SystemCall::open, SystemCall::write, SystemCall::fsync, SystemCall::rename}) {
        int nth = 0;
        bool failed = false;
        do {
            const auto result = [&] {
                const FailingCalls failing(call, ++nth);
                auto returned = attempt();
                failed = FailingCalls::has_failed();
                return returned;
            }();
            check(result);
        } while (failed);
    }
}

} // namespace attn
