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

/// The user's own numbers, checked against the layer as it was then.
struct Comparison {
    std::string file;
    Answer answer;
    Trace trace;
    Check check;
    InputFiles inputs; ///< the files that hold the numbers
};

/// The one queue of all computing, and its engine: layers of the document, at once or in the background, and patient
/// work that waits for them. One runs after the other, so that no two of them fight for the cores.
class Computing {
public:
    /// The time for which the rest of a layer waits for the frame that shows the part in sight.
    static constexpr std::chrono::milliseconds time_of_a_frame{40};
    /// `wake` is called from another thread when there is something to take. If go_on() is not called, the rest of a
    /// layer is computed after `longest_frame`.
    explicit Computing(std::function<void()> wake, std::chrono::milliseconds longest_frame = time_of_a_frame);
    Computing(const Computing&) = delete;
    Computing& operator=(const Computing&) = delete;
    ~Computing();

    /// Computes a layer at once; `nullopt` if there was not enough memory. Gives up other layers that are under way.
    std::optional<Trace> compute_now(const Layer& layer);

    using Ticket = std::uint64_t;
    /// The head in sight, the stage up to which other heads are in sight too, and the trace that is shown of all the
    /// rest until it is computed.
    struct InSight {
        Index item = 0;
        Index head = 0;
        std::optional<ArrayId> up_to{};
        Trace shown;
    };
    /// Begins with a layer as soon as the running one is finished; the running one is stopped if its part in sight is
    /// finished, or if it has taken long already. Of the waiting layers only the newest is computed. Tickets grow.
    Ticket begin(Layer layer, std::optional<InSight> in_sight = std::nullopt);

    struct Finished {
        Ticket ticket = 0;
        std::optional<Trace> trace; ///< `nullopt`: there was not enough memory
        bool is_whole = true;       ///< false: only the part in sight is up to date, and the rest follows
    };
    /// Takes the last result, once. Waits up to `patience` for the newest layer or its part in sight.
    std::optional<Finished> take(std::chrono::milliseconds patience = {});
    /// Takes the newest layer as a whole, however long it takes.
    std::optional<Finished> wait();

    /// Tells that the part in sight has been painted, so that the rest may have the cores.
    void go_on();

    /// Gives up all layers that were begun.
    void cancel();
    /// True while the newest layer is neither taken nor given up.
    bool is_computing() const;

    using Hears = std::function<void(const EngineProgress&)>;
    /// Work that gives way to layers: beginning a layer stops the work, which begins anew afterwards.
    struct PatientWork {
        /// Returns true if the work came to its end, which it need not once it is asked to stop. Must not throw.
        std::function<bool(Engine& engine, const std::stop_token& stop, const Hears& progress)> run;
        /// false: a layer may be computed at once without stopping this work
        bool uses_engine = true;
    };
    /// Queues patient work, which is done in the order in which it was begun.
    Ticket begin_patient(PatientWork work);
    /// True if patient work came to its end; waits for it up to `patience`. It must not have been given up.
    bool is_done(Ticket patient, std::chrono::milliseconds patience = {}) const;
    /// Gives up patient work; its caller hears no more of it.
    void cancel(Ticket patient);

    struct Progress {
        EngineProgress engine;
        Index heads = 0;                 ///< number of heads of the newest layer
        std::optional<Ticket> patient{}; ///< patient work under way; `nullopt`: none
    };
    /// The progress of the work under way.
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
        std::stop_source stop; ///< stops its next run
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
    mutable std::mutex mutex_; ///< guards all below but the engine, which belongs to whoever is running
    mutable std::condition_variable_any changed_;
    std::optional<Wanted> wanted_;
    std::deque<std::shared_ptr<Patient>> patient_;
    std::shared_ptr<Patient> patient_running_;
    bool running_ = false;      ///< a layer is under way
    bool computes_now_ = false; ///< the caller is about to use the engine
    std::stop_source stop_;     ///< stops what is running
    std::chrono::steady_clock::time_point began_;
    EngineProgress progress_;
    std::optional<Finished> finished_;
    bool is_seen_ = false;         ///< the part in sight of the running layer is finished
    bool is_painted_ = false;      ///< and it is on the screen
    std::optional<Ticket> newest_; ///< the newest layer, until it is taken or given up
    Index heads_ = 0;              ///< number of heads of the newest layer
    Ticket tickets_ = 0;
    Engine engine_;
    std::jthread thread_; ///< started when it is first needed
};

} // namespace attn
