#include "ui/document/computing.h"

#include <algorithm>
#include <new>
#include <utility>

namespace attn {

namespace {

/// A layer that has been computed for longer than this is stopped when a newer one is wanted. Other layers are
/// finished, so that a drag also shows states between its beginning and its end.
constexpr std::chrono::milliseconds worth_finishing{250};

} // namespace

Computing::Computing(std::function<void()> wake, std::chrono::milliseconds longest_frame)
    : wake_(std::move(wake)), longest_frame_(longest_frame) {}

Computing::~Computing() {
    cancel();
    {
        const std::lock_guard lock(mutex_);
        patient_.clear();
        stop_.request_stop();
    }
    // The thread must end before the members that it uses.
    thread_.request_stop();
    if (thread_.joinable())
        thread_.join();
}

std::optional<Trace> Computing::compute_now(const Layer& layer) {
    cancel();
    Lock lock(mutex_);
    if (patient_running_ && patient_running_->work.uses_engine)
        interrupt_patient();
    computes_now_ = true; // patient work that was stopped must not begin anew before this layer
    changed_.wait(lock, [this] { return is_engine_free(); });
    std::optional<Trace> trace;
    try {
        trace = engine_.compute(layer);
    } catch (const std::bad_alloc&) {
        trace.reset();
    }
    computes_now_ = false;
    changed_.notify_all();
    return trace;
}

Computing::Ticket Computing::begin(Layer layer, std::optional<InSight> in_sight) {
    const std::lock_guard lock(mutex_);
    // Everything that may fail is done before anybody waits for the layer.
    Wanted wanted{tickets_ + 1, std::move(layer), std::move(in_sight), std::stop_source()};
    start_thread();
    if (patient_running_)
        interrupt_patient();
    if (running_ && (is_seen_ || std::chrono::steady_clock::now() - began_ > worth_finishing))
        stop_.request_stop();
    heads_ = sizes_of(wanted.layer).H;
    if (is_idle())
        progress_ = {}; // else the progress of something else would be shown until the layer begins
    wanted_ = std::move(wanted);
    newest_ = ++tickets_;
    changed_.notify_all();
    return tickets_;
}

std::optional<Computing::Finished> Computing::take(std::chrono::milliseconds patience) {
    Lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] { return is_idle() || finished_; });
    return take_finished();
}

std::optional<Computing::Finished> Computing::wait() {
    Lock lock(mutex_);
    changed_.wait(lock, [this] { return is_idle(); });
    return take_finished();
}

std::optional<Computing::Finished> Computing::take_finished() {
    if (finished_ && finished_->is_whole && finished_->ticket == newest_)
        newest_.reset();
    return std::exchange(finished_, std::nullopt);
}

void Computing::cancel() {
    const std::lock_guard lock(mutex_);
    wanted_.reset();
    finished_.reset();
    newest_.reset();
    if (running_)
        stop_.request_stop();
}

bool Computing::is_computing() const {
    const std::lock_guard lock(mutex_);
    return newest_.has_value();
}

Computing::Ticket Computing::begin_patient(PatientWork work) {
    const std::lock_guard lock(mutex_);
    auto patient = std::make_shared<Patient>(Patient{tickets_ + 1, std::move(work), std::stop_source()});
    start_thread();
    patient_.push_back(std::move(patient));
    changed_.notify_all();
    return ++tickets_;
}

bool Computing::is_done(Ticket patient, std::chrono::milliseconds patience) const {
    Lock lock(mutex_);
    return changed_.wait_for(lock, patience, [&] { return !is_waiting(patient); });
}

void Computing::cancel(Ticket patient) {
    const std::lock_guard lock(mutex_);
    std::erase_if(patient_, [&](const auto& waiting) { return waiting->ticket == patient; });
    if (patient_running_ && patient_running_->ticket == patient)
        stop_.request_stop();
}

Computing::Progress Computing::progress() const {
    const std::lock_guard lock(mutex_);
    Progress now{progress_, heads_};
    if (patient_running_)
        now.patient = patient_running_->ticket;
    return now;
}

void Computing::start_thread() {
    if (!thread_.joinable())
        thread_ = std::jthread([this](const std::stop_token& closing) { work(closing); });
}

/// Stops the patient work. The stop source of its next run is created here, because the thread must not allocate
/// memory.
void Computing::interrupt_patient() {
    patient_running_->stop = std::stop_source();
    stop_.request_stop();
}

bool Computing::is_waiting(Ticket patient) const {
    return std::ranges::any_of(patient_, [&](const auto& waiting) { return waiting->ticket == patient; });
}

Computing::Hears Computing::hears() {
    return [this](const EngineProgress& progress) {
        const std::lock_guard lock(mutex_);
        progress_ = progress;
    };
}

void Computing::run_layer(Lock& lock) {
    Wanted wanted = *std::exchange(wanted_, std::nullopt);
    running_ = true;
    is_seen_ = false;
    stop_ = std::move(wanted.stop); // made by begin(), because the thread must allocate nothing
    const std::stop_token stop = stop_.get_token();
    lock.unlock();
    std::optional<Trace> trace;
    try {
        const auto ready = [&] { show_what_is_in_sight(wanted, stop); };
        SeenFirst first;
        if (const auto& seen = wanted.in_sight)
            first = {seen->item, seen->head, seen->up_to, ready};
        trace = engine_.compute(wanted.layer, stop, hears(), wanted.in_sight ? &first : nullptr);
    } catch (const std::bad_alloc&) {
        trace.reset();
    }
    lock.lock();
    running_ = false;
    if (!stop.stop_requested())
        finished_ = Finished{wanted.ticket, std::move(trace)};
}

/// Hands the visible part of the numbers to the window while the engine is about to compute the rest. If there is no
/// memory for that, the window waits for the whole layer.
void Computing::show_what_is_in_sight(const Wanted& wanted, const std::stop_token& stop) {
    std::optional<Trace> completed;
    try {
        completed = engine_.trace().completed_by(wanted.in_sight->shown);
    } catch (const std::bad_alloc&) {
        return;
    }
    if (!completed)
        return;
    {
        const std::lock_guard lock(mutex_);
        if (stop.stop_requested())
            return;
        finished_ = Finished{wanted.ticket, std::move(completed), false};
        is_seen_ = true;
        is_painted_ = false;
    }
    changed_.notify_all();
    wake_();
    Lock lock(mutex_);
    changed_.wait_for(lock, stop, longest_frame_, [this] { return is_painted_; });
}

void Computing::go_on() {
    const std::lock_guard lock(mutex_);
    // A frame that was painted before the window took the visible part does not count.
    is_painted_ = !finished_;
    changed_.notify_all();
}

void Computing::run_patient(Lock& lock) {
    patient_running_ = patient_.front();
    stop_ = std::move(patient_running_->stop);
    const std::stop_token stop = stop_.get_token();
    lock.unlock();
    const bool done = patient_running_->work.run(engine_, stop, hears());
    lock.lock();
    const std::shared_ptr<Patient> ran = std::exchange(patient_running_, nullptr);
    if (done)
        std::erase(patient_, ran);
}

void Computing::work(const std::stop_token& closing) {
    Lock lock(mutex_);
    while (changed_.wait(lock, closing, [this] { return has_turn(); })) {
        began_ = std::chrono::steady_clock::now();
        progress_ = {};
        if (wanted_)
            run_layer(lock);
        else
            run_patient(lock);
        changed_.notify_all();
        lock.unlock();
        wake_();
        lock.lock();
    }
}

} // namespace attn
