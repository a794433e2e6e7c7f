#pragma once

#include <functional>
#include <thread>

namespace attn {

/// Does the last work of a process that is ended from outside: by SIGTERM, SIGHUP or SIGINT, or because its display is
/// gone. After that it ends as it would have without. The same signal once more ends it at once. One at a time.
class Ending {
public:
    /// `last_work` may be called from any thread, whatever the others are just doing.
    explicit Ending(std::function<void()> last_work);
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;
    /// From now on signals do what they do by themselves.
    ~Ending();

private:
    void wait_for_signals() const;

    int told_ = -1; ///< where the thread reads what came
    std::thread thread_;
};

} // namespace attn
