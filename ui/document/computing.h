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

/// The user's own numbers, compared with the layer as it was when the check was ordered.
struct Comparison {
    std::string file;
    Answer answer;
    Trace trace;
    Check check;
    InputFiles inputs; ///< the files that contain the user's numbers
};

/// The one queue of all computing, and its engine: layers of the document, at once or in the background, and patient
/// work that waits for them. Jobs run one after the other, so that they do not compete for the processor's cores.
class Computing {
public:
    /// The longest time for which the rest of a layer waits until a frame shows the visible part.
    static constexpr std::chrono::milliseconds time_of_a_frame{40};
    /// `wake` is called from another thread when there is something to take. If go_on() is not called, the rest of a
    /// layer is computed after `longest_frame`.
    explicit Computing(std::function<void()> wake, std::chrono::milliseconds longest_frame = time_of_a_frame);
    Computing(const Computing&) = delete;
    Computing& operator=(const Computing&) = delete;
    ~Computing();

    /// Computes a layer at once; nullopt if there was not enough memory. Cancels other layers that are under way.
    std::optional<Trace> compute_now(const Layer& layer);

    using Ticket = std::uint64_t;
    /// The visible head, the array up to which other heads are visible too, and the trace from which all other numbers
    /// are shown until they are computed.
    struct InSight {
        Index item = 0;
        Index head = 0;
        std::optional<ArrayId> up_to{};
        Trace shown;
    };
    /// Computes a layer as soon as the running one is finished; the running one is stopped if its visible part is
    /// finished, or if it has taken long already. Of the waiting layers only the newest is computed. Tickets increase.
    Ticket begin(Layer layer, std::optional<InSight> in_sight = std::nullopt);

    struct Finished {
        Ticket ticket = 0;
        std::optional<Trace> trace; ///< `nullopt`: there was not enough memory
        bool is_whole = true;       ///< false: only the visible part is up to date, and the rest follows
    };
    /// Returns the last result, once. Waits up to `patience` for the newest layer or its visible part.
    std::optional<Finished> take(std::chrono::milliseconds patience = {});
    /// Returns the newest layer as a whole, however long it takes.
    std::optional<Finished> wait();

    /// Must be called when the visible part has been painted; the rest of the layer may then use the processor's cores.
    void go_on();

    /// Cancels all layers that were begun.
    void cancel();
    /// True while the newest layer is neither returned nor cancelled.
    bool is_computing() const;

    using Hears = std::function<void(const EngineProgress&)>;
    /// Work of lower priority than layers: beginning a layer stops the work, which starts again afterwards.
    struct PatientWork {
        /// Returns true if the work was completed; it need not be once it is asked to stop. Must not throw.
        std::function<bool(Engine& engine, const std::stop_token& stop, const Hears& progress)> run;
        /// false: a layer may be computed at once without stopping this work
        bool uses_engine = true;
    };
    /// Adds patient work to the queue, which is done in the order in which it was begun.
    Ticket begin_patient(PatientWork work);
    /// Waits up to `patience` for patient work; returns true if it was completed. The work must not have been
    /// cancelled.
    bool is_done(Ticket patient, std::chrono::milliseconds patience = {}) const;
    /// Cancels patient work; its caller is not called back any more.
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
    mutable std::mutex mutex_; ///< guards all members below except the engine, which belongs to whoever is computing
    mutable std::condition_variable_any changed_;
    std::optional<Wanted> wanted_;
    std::deque<std::shared_ptr<Patient>> patient_;
    std::shared_ptr<Patient> patient_running_;
    bool running_ = false;      ///< true: a layer is under way
    bool computes_now_ = false; ///< true: the caller is about to use the engine
    std::stop_source stop_;     ///< stops the running computation
    std::chrono::steady_clock::time_point began_;
    EngineProgress progress_;
    std::optional<Finished> finished_;
    bool is_seen_ = false;         ///< true: the visible part of the running layer is finished
    bool is_painted_ = false;      ///< true: the visible part is finished and on the screen
    std::optional<Ticket> newest_; ///< the newest layer, until it is returned or cancelled
    Index heads_ = 0;              ///< number of heads of the newest layer
    Ticket tickets_ = 0;
    Engine engine_;
    std::jthread thread_; ///< started when it is first needed
};

} // namespace attn
