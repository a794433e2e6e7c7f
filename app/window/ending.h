#pragma once

#include <functional>
#include <thread>

namespace attn {

/// Does the last work of a process that is ended from outside: by SIGTERM, SIGHUP or SIGINT, or because its display is
/// gone. Afterwards the process ends as it would have without. The same signal again ends it at once. Only one object
/// may exist at a time.
class Ending {
public:
    /// `last_work` may be called from any thread, whatever the other threads are doing.
    explicit Ending(std::function<void()> last_work);
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;
    /// Restores the signals' default actions.
    ~Ending();

private:
    void wait_for_signals() const;

    int told_ = -1; ///< descriptor from which the thread reads the signal's number
    std::thread thread_;
};

} // namespace attn
