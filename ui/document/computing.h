#pragma once

#include "core/check/check.h"
#include "core/engine/engine.h"
#include "core/files/input_files.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace attn {

/// Numbers of somebody's own implementation, checked against the layer as it was then.
struct Comparison {
    std::string file;
    Answer answer;
    Trace trace;
    Check check;
    InputFiles inputs; ///< the files that hold the numbers
};

/// The one queue of all that computes, and its engine: layers of the document, at once or beside the caller, and work
/// that may wait for them. One after the other, so that no two of them fight for the cores.
class Computing {
public:
    /// So long what is not in sight leaves the cores to the frame that shows what is.
    static constexpr std::chrono::milliseconds time_of_a_frame{40};
    /// `wake` is called from another thread when there is something to take. Where nobody says that the frame has been
    /// painted, the rest goes on after `longest_frame`.
    explicit Computing(std::function<void()> wake, std::chrono::milliseconds longest_frame = time_of_a_frame);
    Computing(const Computing&) = delete;
    Computing& operator=(const Computing&) = delete;
    ~Computing();

    /// The trace of a layer, or none where there was not enough memory; other layers that are under way are given up.
    std::optional<Trace> compute_now(const Layer& layer);

    using Ticket = std::uint64_t;
    /// The head that is in sight, the stage up to which others are too, and what is shown of the rest until it is
    /// computed.
    struct InSight {
        Index item = 0;
        Index head = 0;
        std::optional<ArrayId> up_to{};
        Trace shown;
    };
    /// Begins with a layer as soon as the one that is under way is finished, or at once where of that all has been seen
    /// that is in sight, or where it has taken long already. Of those that wait only the newest is computed. Tickets
    /// grow.
    Ticket begin(Layer layer, std::optional<InSight> in_sight = std::nullopt);

    struct Finished {
        Ticket ticket = 0;
        std::optional<Trace> trace; ///< none: there was not enough memory
        bool is_whole = true;       ///< otherwise what is in sight is up to date, and the rest follows
    };
    /// What was finished last, once. Waits at most that long for the newest, or for what is in sight of it.
    std::optional<Finished> take(std::chrono::milliseconds patience = {});
    /// The same of whole ones, however long the newest takes.
    std::optional<Finished> wait();

    /// What is in sight has been painted: the rest may have the cores.
    void go_on();

    /// Gives up all layers that were begun.
    void cancel();
    /// Whether the newest layer is neither taken nor given up.
    bool is_computing() const;

    using Hears = std::function<void(const EngineProgress&)>;
    /// Work that gives way to layers: one that is begun stops it, and afterwards it begins anew.
    struct PatientWork {
        /// Returns whether it came to its end. Once it is asked to stop, it need not. Must not throw.
        std::function<bool(Engine& engine, const std::stop_token& stop, const Hears& progress)> run;
        /// Otherwise a layer may be computed at once without stopping it.
        bool uses_engine = true;
    };
    /// Done in the order in which it was begun.
    Ticket begin_patient(PatientWork work);
    /// Whether it came to its end; waits at most that long for it. It must not have been given up.
    bool is_done(Ticket patient, std::chrono::milliseconds patience = {}) const;
    /// Gives it up; whoever began it hears no more of it.
    void cancel(Ticket patient);

    struct Progress {
        EngineProgress engine;
        Index heads = 0;                 ///< of the newest layer
        std::optional<Ticket> patient{}; ///< what is under way, where that is no layer
    };
    /// How far what is under way has come.
    Progress progress() const;

private:
    struct Wanted {
        Ticket ticket = 0;
        Layer layer;
        std::optional<InSight> in_sight;
        std::stop_source stop;
    };
    struct Patient {
        Ticket ticket = 0;
        PatientWork work;
        std::stop_source stop; ///< of its next run
    };
    using Lock = std::unique_lock<std::mutex>;

    std::optional<Finished> take_finished();
    void show_what_is_in_sight(const Wanted& wanted, const std::stop_token& stop);
    void work(const std::stop_token& closing);
    void run_layer(Lock& lock);
    void run_patient(Lock& lock);
    void start_thread();
    void interrupt_patient();
    bool has_turn() const { return wanted_ || (!patient_.empty() && !computes_now_); }
    bool is_idle() const { return !wanted_ && !running_; }
    bool is_engine_free() const { return !running_ && !(patient_running_ && patient_running_->work.uses_engine); }
    bool is_waiting(Ticket patient) const;
    Hears hears();

    std::function<void()> wake_;
    std::chrono::milliseconds longest_frame_;
    mutable std::mutex mutex_; ///< guards all below but the engine, which is used by who is running
    mutable std::condition_variable_any changed_;
    std::optional<Wanted> wanted_;
    std::deque<std::shared_ptr<Patient>> patient_;
    std::shared_ptr<Patient> patient_running_;
    bool running_ = false;      ///< a layer is under way
    bool computes_now_ = false; ///< the caller is about to use the engine
    std::stop_source stop_;     ///< of what is running
    std::chrono::steady_clock::time_point began_;
    EngineProgress progress_;
    std::optional<Finished> finished_;
    bool is_seen_ = false;         ///< of what is running all that is in sight
    bool is_painted_ = false;      ///< and that is on the screen
    std::optional<Ticket> newest_; ///< of the layers, until it is taken or given up
    Index heads_ = 0;              ///< of the newest layer
    Ticket tickets_ = 0;
    Engine engine_;
    std::jthread thread_; ///< begun when it is first needed
};

} // namespace attn
