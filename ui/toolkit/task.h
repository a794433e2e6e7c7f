#pragma once

#include "core/tensor/result.h"

#include <chrono>
#include <exception>
#include <functional>
#include <future>
#include <new>
#include <stop_token>
#include <thread>
#include <utility>

namespace attn {

/// The result of the work, or the error that it threw: no exception may leave a thread.
template <class Work>
auto attempted(const Work& work) -> decltype(work()) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return error("Not enough memory for this.");
    } catch (const std::exception& unexpected) {
        return error("{}", unexpected.what());
    }
}

/// Work that is done once, in a thread of its own. The destructor asks it to stop and waits for it.
template <class Value>
class Task {
public:
    using Work = std::function<Result<Value>(const std::stop_token& stop)>;

    /// `wake` is called from the task's thread once the result is there.
    Task(Work work, std::function<void()> wake) {
        std::promise<Result<Value>> promise;
        result_ = promise.get_future();
        thread_ = std::jthread([promise = std::move(promise), work = std::move(work),
                                wake = std::move(wake)](const std::stop_token& stop) mutable {
            promise.set_value(attempted([&] { return work(stop); }));
            wake();
        });
    }

    /// Waits up to `patience` for the result; true if there is one.
    bool is_done(std::chrono::milliseconds patience = {}) const {
        return result_.wait_for(patience) == std::future_status::ready;
    }
    /// Returns the result, once; waits for it as long as necessary.
    Result<Value> take() { return result_.get(); }

    void request_stop() { thread_.request_stop(); }

private:
    std::future<Result<Value>> result_;
    std::jthread thread_;
};

} // namespace attn
