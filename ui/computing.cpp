#include "ui/computing.h"

#include <new>
#include <utility>

namespace attn {

namespace {

/// What has taken longer is not finished when something newer is wanted; what is shorter is, so that a drag is seen
/// on its way.
constexpr std::chrono::milliseconds worth_finishing{250};

} // namespace

Computing::Computing(std::function<void()> wake) : wake_(std::move(wake)) {}

Computing::~Computing() {
    cancel();
    // The thread ends before what it uses goes.
    thread_.request_stop();
    if (thread_.joinable())
        thread_.join();
}

std::optional<Trace> Computing::compute_now(const Layer& layer) {
    cancel();
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return idle(); });
    try {
        return engine_.compute(layer);
    } catch (const std::bad_alloc&) {
        return std::nullopt;
    }
}

Computing::Ticket Computing::begin(Layer layer) {
    const std::lock_guard lock(mutex_);
    // What may fail comes before anybody waits for it.
    Wanted wanted{tickets_ + 1, std::move(layer), std::stop_source()};
    if (!thread_.joinable())
        thread_ = std::jthread([this](const std::stop_token& closing) { work(closing); });
    wanted_ = std::move(wanted);
    ++tickets_;
    if (running_ && std::chrono::steady_clock::now() - began_ > worth_finishing)
        stop_.request_stop();
    changed_.notify_all();
    return tickets_;
}

std::optional<Computing::Finished> Computing::take(std::chrono::milliseconds patience) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] { return idle(); });
    return std::exchange(finished_, std::nullopt);
}

std::optional<Computing::Finished> Computing::wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return idle(); });
    return std::exchange(finished_, std::nullopt);
}

void Computing::cancel() {
    const std::lock_guard lock(mutex_);
    wanted_.reset();
    finished_.reset();
    stop_.request_stop();
}

EngineProgress Computing::progress() const {
    const std::lock_guard lock(mutex_);
    return progress_;
}

std::optional<Trace> Computing::compute(const Layer& layer, const std::stop_token& stop) {
    try {
        return engine_.compute(layer, stop, [this](const EngineProgress& progress) {
            const std::lock_guard lock(mutex_);
            progress_ = progress;
        });
    } catch (const std::bad_alloc&) {
        return std::nullopt;
    }
}

void Computing::work(const std::stop_token& closing) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, closing, [this] { return wanted_.has_value(); })) {
        Wanted wanted = *std::exchange(wanted_, std::nullopt);
        running_ = true;
        stop_ = std::move(wanted.stop); // made by who began it: nothing is allocated here
        began_ = std::chrono::steady_clock::now();
        progress_ = {};
        const std::stop_token stop = stop_.get_token();
        lock.unlock();
        std::optional<Trace> trace = compute(wanted.layer, stop);
        lock.lock();
        running_ = false;
        if (!stop.stop_requested())
            finished_ = Finished{wanted.ticket, std::move(trace)};
        changed_.notify_all();
        lock.unlock();
        wake_();
        lock.lock();
    }
}

} // namespace attn
