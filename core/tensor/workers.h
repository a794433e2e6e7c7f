#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace attn {

/// A pool of threads that wait for work. The calling thread does tasks, too.
class Workers {
public:
    /// Makes `count` workers including the caller; 0 means as many as the machine has cores. There are fewer if the
    /// system provides no more threads.
    explicit Workers(unsigned count);
    ~Workers();
    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

    unsigned count() const;

    /// Calls `work(task, worker)` once for each task from 0 to tasks − 1, in any order and on any worker, and returns
    /// when all are done. If `work` throws, no further task is begun, and the first exception is thrown again when all
    /// workers have stopped.
    void run(std::size_t tasks, const std::function<void(std::size_t task, std::size_t worker)>& work);

private:
    struct Pool;
    std::unique_ptr<Pool> pool_;
};

} // namespace attn
