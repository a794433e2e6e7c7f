#include "core/tensor/background.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace attn {

namespace {

/// Empty where it throws: nothing may leave a thread.
std::any attempted_to(const Background::Find& find) {
    try {
        return find();
    } catch (const std::exception&) {
        return {};
    }
}

} // namespace

bool are_same(const std::vector<Matrix>& left, const std::vector<Matrix>& right) {
    return std::ranges::equal(left, right, [](const Matrix& one, const Matrix& two) { return one.is_same_as(two); });
}

Background::Background(std::function<void()> wake) : wake_(std::move(wake)) {}

Background::~Background() {
    {
        const std::lock_guard lock(mutex_);
        waiting_.clear();
    }
    // The thread ends before what it uses goes.
    thread_.request_stop();
    if (thread_.joinable())
        thread_.join();
}

void Background::want(const Key& key, const std::vector<Matrix>& from, bool first, Find find) {
    const std::lock_guard lock(mutex_);
    const auto is_it = [&](const std::vector<Matrix>& other) { return are_same(other, from); };
    if (running_ && running_->key == key && is_it(running_->from))
        return;
    if (const auto found = found_.find(key); found != found_.end() && is_it(found->second.from))
        return;
    const auto known = std::ranges::find(waiting_, key, &Work::key);
    const bool goes_on = known != waiting_.end();
    if (goes_on) {
        known->is_wanted = true;
        if (!is_it(known->from)) {
            known->from = from;
            known->find = std::move(find);
        }
        if (first)
            std::rotate(waiting_.begin(), known, known + 1);
        return;
    }
    if (!thread_.joinable()) {
        try {
            thread_ = std::jthread([this](const std::stop_token& closing) { work(closing); });
        } catch (const std::system_error&) { // the system gives no thread for it
            found_.insert_or_assign(key, Found{from, attempted_to(find)});
            return;
        }
    }
    waiting_.insert(first ? waiting_.begin() : waiting_.end(), Work{key, from, std::move(find)});
    changed_.notify_all();
}

std::optional<Background::Found> Background::take(const Key& key) {
    const std::lock_guard lock(mutex_);
    auto taken = found_.extract(key);
    return taken.empty() ? std::nullopt : std::optional(std::move(taken.mapped()));
}

void Background::forget_unwanted() {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [](const Work& work) { return !work.is_wanted; });
    for (Work& work : waiting_)
        work.is_wanted = false;
    changed_.notify_all();
}

bool Background::is_busy() const {
    const std::lock_guard lock(mutex_);
    return running_ || !waiting_.empty();
}

void Background::finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !running_ && waiting_.empty(); });
}

void Background::work(const std::stop_token& closing) {
    std::unique_lock lock(mutex_);
    while (changed_.wait(lock, closing, [this] { return !waiting_.empty(); })) {
        running_ = std::move(waiting_.front());
        waiting_.pop_front();
        const Find find = running_->find;
        lock.unlock();
        std::any value = attempted_to(find);
        lock.lock();
        found_.insert_or_assign(running_->key, Found{std::move(running_->from), std::move(value)});
        running_.reset();
        changed_.notify_all();
        lock.unlock();
        wake_();
        lock.lock();
    }
}

} // namespace attn
