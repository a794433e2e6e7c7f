#include "ui/document/journaling.h"

#include <new>
#include <utility>

namespace attn {

Journaling::Journaling(JournalOptions options)
    : interval_(options.interval), journal_(std::move(options.folder)), next_(Clock::now()),
      thread_([this] { work(); }) {}

Journaling::~Journaling() {
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Journaling::put(std::optional<UnsavedWork> work) {
    {
        const std::lock_guard lock(mutex_);
        if (!order_)
            order_.emplace();
        order_->work = std::move(work);
        for (LeftWork& left : replaced_)
            order_->replaced.push_back(std::move(left));
        replaced_.clear();
    }
    changed_.notify_all();
}

void Journaling::keep(UnsavedWork work) {
    put(std::move(work));
}

void Journaling::discard() {
    put(std::nullopt);
}

void Journaling::replace(LeftWork left) {
    const std::lock_guard lock(mutex_);
    replaced_.push_back(std::move(left));
}

void Journaling::hurry() {
    {
        const std::lock_guard lock(mutex_);
        at_once_ = order_.has_value();
    }
    changed_.notify_all();
}

void Journaling::flush() {
    if (std::this_thread::get_id() == thread_.get_id())
        return;
    std::unique_lock lock(mutex_);
    hurries_ = true;
    changed_.notify_all();
    changed_.wait(lock, [&] { return !order_ && !busy_; });
    hurries_ = false;
}

std::optional<Error> Journaling::take_problem() {
    const std::lock_guard lock(mutex_);
    return std::exchange(problem_, std::nullopt);
}

bool Journaling::has_turn() const {
    return order_ && (hurries_ || ends_ || at_once_ || !order_->work || Clock::now() >= next_);
}

Result<void> Journaling::carry_out(Order& order) {
    try {
        if (!order.work)
            journal_.discard();
        else if (Result<void> kept = journal_.keep(*order.work); !kept)
            return kept;
    } catch (const std::bad_alloc&) {
        return error("there is not enough memory for it");
    }
    for (LeftWork& left : order.replaced)
        left.discard();
    return {};
}

void Journaling::work() {
    std::unique_lock lock(mutex_);
    for (;;) {
        while (!has_turn() && !ends_) {
            if (order_)
                changed_.wait_until(lock, next_);
            else
                changed_.wait(lock);
        }
        if (!order_)
            return;
        Order order = *std::exchange(order_, std::nullopt);
        busy_ = true;
        at_once_ = false;
        if (order.work)
            next_ = Clock::now() + interval_;
        lock.unlock();
        const Result<void> done = carry_out(order);
        lock.lock();
        busy_ = false;
        if (done) {
            told_ = false;
        } else {
            if (!std::exchange(told_, true))
                problem_ = done.error();
            // The order is tried once more later, with what has changed till then; flush() does not wait for that.
            if (!order_ && !hurries_ && !ends_)
                order_ = std::move(order);
            else if (order_)
                for (LeftWork& left : order.replaced)
                    order_->replaced.push_back(std::move(left));
        }
        changed_.notify_all();
    }
}

} // namespace attn
