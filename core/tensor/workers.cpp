#include "core/tensor/workers.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace attn {

namespace {

/// Polls the condition for up to 100 µs; returns true if it became true. Passes of a small layer follow each other
/// within tens of microseconds, about the time in which a sleeping thread wakes up. Other threads may use the core
/// meanwhile.
template <class Condition>
bool spin_until(const Condition& condition) {
    constexpr std::chrono::microseconds soon{100};
    if (condition())
        return true;
    const auto end = std::chrono::steady_clock::now() + soon;
    while (std::chrono::steady_clock::now() < end) {
        std::this_thread::yield();
        if (condition())
            return true;
    }
    return false;
}

} // namespace

struct Workers::Pool {
    std::mutex mutex;
    std::condition_variable begun;
    std::condition_variable left;
    const std::function<void(std::size_t, std::size_t)>* work = nullptr;
    std::size_t tasks = 0;
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure; ///< first exception of the current round

    // Changed under the lock, so that no thread misses a change before it falls asleep.
    std::atomic<std::size_t> round{0}; ///< number of calls of run()
    std::atomic<std::size_t> busy{0};  ///< number of threads in the current round, without the caller
    std::atomic<bool> closing{false};
    bool is_open = false; ///< true: threads may enter the round

    std::vector<std::jthread> threads;

    /// Does tasks until none is left. Catches every exception: otherwise other threads would continue work for a caller
    /// that no longer waits for it.
    void take_tasks(std::size_t worker) noexcept {
        try {
            for (std::size_t task = next++; task < tasks; task = next++)
                (*work)(task, worker);
        } catch (...) {
            next = tasks;
            const std::lock_guard lock(mutex);
            if (!failure)
                failure = std::current_exception();
        }
    }

    void begin_round() {
        {
            const std::lock_guard lock(mutex);
            next = 0;
            ++round;
            is_open = true;
        }
        begun.notify_all();
    }

    /// Closes the round and waits for the threads in it. It does not wait for threads that have not entered: no task is
    /// left.
    void end_round() {
        const auto have_left = [&] { return busy == 0; };
        std::unique_lock lock(mutex);
        is_open = false;
        lock.unlock();
        if (spin_until(have_left))
            return;
        lock.lock();
        left.wait(lock, have_left);
    }

    void wait_for_work(std::size_t worker) {
        std::size_t seen = 0;
        const auto has_begun = [&] { return closing || round != seen; };
        while (true) {
            spin_until(has_begun);
            std::unique_lock lock(mutex);
            begun.wait(lock, has_begun);
            if (closing)
                return;
            seen = round;
            if (!is_open)
                continue;
            ++busy;
            lock.unlock();
            take_tasks(worker);
            lock.lock();
            if (--busy == 0)
                left.notify_one();
        }
    }
};

Workers::Workers(unsigned count) : pool_(std::make_unique<Pool>()) {
    const unsigned wanted = count == 0 ? std::max(1U, std::thread::hardware_concurrency()) : count;
    pool_->threads.reserve(wanted - 1);
    try {
        for (unsigned worker = 1; worker < wanted; ++worker)
            pool_->threads.emplace_back([pool = pool_.get(), worker] { pool->wait_for_work(worker); });
    } catch (const std::system_error&) { // NOLINT(bugprone-empty-catch): fewer threads do the same work
    } catch (const std::bad_alloc&) {    // NOLINT(bugprone-empty-catch): as above
    }
}

Workers::~Workers() {
    const std::lock_guard lock(pool_->mutex);
    pool_->closing = true;
    pool_->begun.notify_all();
}

unsigned Workers::count() const {
    return static_cast<unsigned>(pool_->threads.size()) + 1;
}

void Workers::run(std::size_t tasks, const std::function<void(std::size_t, std::size_t)>& work) {
    Pool& pool = *pool_;
    if (tasks < 2 || pool.threads.empty()) {
        for (std::size_t task = 0; task < tasks; ++task)
            work(task, 0);
        return;
    }
    pool.work = &work;
    pool.tasks = tasks;
    pool.begin_round();
    pool.take_tasks(0);
    pool.end_round();
    if (pool.failure)
        std::rethrow_exception(std::exchange(pool.failure, nullptr));
}

} // namespace attn
