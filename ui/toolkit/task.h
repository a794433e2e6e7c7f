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

/// What the work gives; where it throws, the error that says so. Nothing of it may leave a thread.
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

/// Something that is done once, in a thread of its own. When the task goes, it is asked to stop and waited for.
template <class Value>
class Task {
public:
    using Work = std::function<Result<Value>(const std::stop_token& stop)>;

    /// `wake` is called from the other thread when it is done.
    Task(Work work, std::function<void()> wake) {
        std::promise<Result<Value>> promise;
        result_ = promise.get_future();
        thread_ = std::jthread([promise = std::move(promise), work = std::move(work),
                                wake = std::move(wake)](const std::stop_token& stop) mutable {
            promise.set_value(attempted([&] { return work(stop); }));
            wake();
        });
    }

    /// Whether there is a result; waits at most that long for it.
    bool is_done(std::chrono::milliseconds patience = {}) const {
        return result_.wait_for(patience) == std::future_status::ready;
    }
    /// The result, once, however long it takes.
    Result<Value> take() { return result_.get(); }

    void request_stop() { thread_.request_stop(); }

private:
    std::future<Result<Value>> result_;
    std::jthread thread_;
};

} // namespace attn
