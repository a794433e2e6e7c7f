#pragma once

#include <cstdint>
#include <initializer_list>

namespace attn {

/// Calls to the system by which files are read and written. A test program that uses FailingCalls has its own versions
/// of them, which all libraries beneath it call.
enum class SystemCall : std::uint8_t { open, write, fsync, rename };

/// While this lives, the n-th such call of the whole process fails, counted from 1: a full disk, or no access.
class FailingCalls {
public:
    FailingCalls(SystemCall call, int nth);
    FailingCalls(const FailingCalls&) = delete;
    FailingCalls& operator=(const FailingCalls&) = delete;
    ~FailingCalls();

    /// Whether there were so many calls.
    static bool has_failed();
};

/// While this lives, the n-th such call of the process is never made: the process is killed instead, as by kill -9.
class KillingCalls {
public:
    KillingCalls(SystemCall call, int nth);
    KillingCalls(const KillingCalls&) = delete;
    KillingCalls& operator=(const KillingCalls&) = delete;
    ~KillingCalls();

private:
    FailingCalls calls_;
};

/// Does something again and again, with each of its calls failing in turn: `attempt` once for each, then `check` with
/// what it returned.
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
