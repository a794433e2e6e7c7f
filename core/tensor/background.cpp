#include "core/tensor/background.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <utility>

namespace attn {

namespace {

/// Returns the result of `find`; empty if it throws, since an exception that leaves a thread ends the program.
std::any attempted_to(const Background::Find& find, const std::stop_token& stop) {
    try {
        return find(stop);
    } catch (const std::exception&) {
        return {};
    }
}

} // namespace

bool Background::Inputs::operator==(const Inputs& other) const {
    return numbers == other.numbers && values == other.values &&
           std::ranges::equal(matrices, other.matrices,
                              [](const Matrix& one, const Matrix& two) { return one.is_same_as(two); });
}

Background::Background(std::function<void()> wake) : wake_(std::move(wake)) {}

Background::~Background() {
    {
        const std::lock_guard lock(mutex_);
        waiting_.clear();
        if (running_)
            running_->stop.request_stop();
    }
    // Stop and join here: the thread uses members that are destroyed before it.
    thread_.request_stop();
    if (thread_.joinable())
        thread_.join();
}

void Background::want(const Key& key, const Inputs& from, bool first, Find find) {
    std::unique_lock lock(mutex_);
    if (running_ && running_->key == key) {
        if (running_->from != from)
            running_->stop.request_stop();
        running_->is_wanted = true;
        if (!running_->stop.stop_requested())
            return;
    }
    if (const auto found = found_.find(key); found != found_.end() && found->second.found.from == from)
        return;
    const auto known = std::ranges::find(waiting_, key, &Work::key);
    const bool goes_on = known != waiting_.end();
    if (goes_on) {
        known->is_wanted = true;
        if (known->from != from) {
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
        } catch (const std::system_error&) { // the system gives no thread: find it now
            lock.unlock();
            Found found{from, attempted_to(find, {})};
            lock.lock();
            found_.insert_or_assign(key, Untaken{std::move(found)});
            return;
        }
    }
    waiting_.insert(first ? waiting_.begin() : waiting_.end(), Work{key, from, std::move(find)});
    changed_.notify_all();
}

std::optional<Background::Found> Background::take(const Key& key) {
    const std::lock_guard lock(mutex_);
    auto taken = found_.extract(key);
    return taken.empty() ? std::nullopt : std::optional(std::move(taken.mapped().found));
}

void Background::forget_unwanted() {
    const std::lock_guard lock(mutex_);
    std::erase_if(waiting_, [](const Work& work) { return !work.is_wanted; });
    for (Work& work : waiting_)
        work.is_wanted = false;
    std::erase_if(found_, [](const auto& known) { return !known.second.is_wanted; });
    for (auto& [key, known] : found_)
        known.is_wanted = false;
    if (running_ && !std::exchange(running_->is_wanted, false))
        running_->stop.request_stop();
    changed_.notify_all();
}

bool Background::is_busy() const {
    const std::lock_guard lock(mutex_);
    return running_ || !waiting_.empty() || !found_.empty();
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
        const std::stop_token stop = running_->stop.get_token();
        lock.unlock();
        std::any value = attempted_to(find, stop);
        lock.lock();
        if (!stop.stop_requested())
            found_.insert_or_assign(running_->key, Untaken{{std::move(running_->from), std::move(value)}});
        running_.reset();
        changed_.notify_all();
        lock.unlock();
        wake_();
        lock.lock();
    }
}

} // namespace attn
