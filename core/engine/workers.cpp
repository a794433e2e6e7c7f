#include "core/engine/workers.h"

#include <algorithm>
#include <atomic>
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

struct Workers::Pool {
    std::mutex mutex;
    std::condition_variable begin;
    std::condition_variable end;
    const std::function<void(std::size_t, std::size_t)>* work = nullptr;
    std::size_t tasks = 0;
    std::size_t round = 0; ///< counts calls of run, so that a worker enters each once
    std::size_t busy = 0;
    bool closing = false;
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure; ///< the first of this round
    std::vector<std::jthread> threads;

    /// Nothing leaves it: the others would go on with what the caller has given up.
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

    void wait_for_work(std::size_t worker) {
        std::size_t seen = 0;
        while (true) {
            std::unique_lock lock(mutex);
            begin.wait(lock, [&] { return closing || round != seen; });
            if (closing)
                return;
            seen = round;
            lock.unlock();
            take_tasks(worker);
            lock.lock();
            if (--busy == 0)
                end.notify_one();
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
    pool_->begin.notify_all();
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
    {
        const std::lock_guard lock(pool.mutex);
        pool.work = &work;
        pool.tasks = tasks;
        pool.next = 0;
        pool.busy = pool.threads.size();
        ++pool.round;
    }
    pool.begin.notify_all();
    pool.take_tasks(0);
    std::unique_lock lock(pool.mutex);
    pool.end.wait(lock, [&] { return pool.busy == 0; });
    if (pool.failure)
        std::rethrow_exception(std::exchange(pool.failure, nullptr));
}

} // namespace attn
