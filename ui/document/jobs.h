#pragma once

#include "ui/document/computing.h"
#include "ui/document/exporting.h"
#include "ui/document/file_work.h"
#include "ui/document/ui_context.h"
#include "ui/document/work_keeping.h"
#include "ui/toolkit/task.h"

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace attn {

/// Work that may take long. Of the jobs under way, the first in this list is shown and cancelled.
enum class Job {
    loading,
    computing, ///< the document's layers
    checking,
    baseline, ///< the state before an edit, for use as the baseline of changes
    diff,     ///< the state before an edit, to say what that edit changed
    saving,
    exporting,
    looking, ///< a search for work of other windows that ended abruptly; neither shown nor cancelled
};
inline constexpr std::array all_jobs{Job::loading, Job::computing, Job::checking,  Job::baseline,
                                     Job::diff,    Job::saving,    Job::exporting, Job::looking};

/// The outcome of checking the user's own numbers.
struct Checked {
    std::filesystem::path path;
    Result<Comparison> comparison;
};

/// The numbers from before an edit.
struct StateBefore {
    Job job = Job::baseline;
    NamedWords edit; ///< "change W_Q⁽²⁾[1,1]"
    Result<Trace> trace;
};

/// All work besides drawing frames, one job of each kind at a time. Computing has one queue; files are read, written
/// and exported independently of it. The window begins the jobs, shows their progress and takes their results.
class Jobs {
public:
    /// `wake` is called from other threads when there is a result to take.
    explicit Jobs(std::function<void()> wake, std::chrono::milliseconds longest_frame = Computing::time_of_a_frame);

    /// The queue of the document's layers; the document begins and cancels them.
    Computing& computing() { return computing_; }

    /// Begins to read the requested file; weights and inputs are put into the session `present`. Cancels an earlier
    /// reading.
    void load(OpenFile request, Session present);
    /// Begins to write. No other writing may be under way.
    void save(SaveFileAs request, SavedSession order, std::uint64_t revision);
    /// Begins to make figures and documents. No other export may be under way.
    void make(ExportOrder order, ExportScene scene);
    /// Begins to compare the user's own numbers with the trace as it is now; later edits do not affect the check.
    /// Cancels an earlier check.
    void check(const std::filesystem::path& path, Trace trace);
    /// Begins to compute the layer from before an edit, for a baseline or a diff; with an empty `edit`, the layer of a
    /// stored baseline. Cancels an earlier computation of the same job.
    void compute_before(Job job, Layer layer, NamedWords edit);
    /// Begins to search the folder for unsaved work of windows that ended abruptly.
    void look_for_left_work(std::filesystem::path folder);

    using Done = std::variant<FileWork::Loaded, Computing::Finished, Checked, StateBefore, FileWork::Saved,
                              Exporting::Done, Result<FoundLeftWork>>;
    /// Returns the result of a job, once; waits for it up to `patience`.
    std::optional<Done> take(Job job, std::chrono::milliseconds patience = {});

    bool is_under_way(Job job) const;
    /// Returns the job that is shown and cancelled first; nullopt: none is under way.
    std::optional<Job> under_way() const;
    bool is_busy() const { return under_way().has_value(); }
    /// Cancels a job; its result is never delivered. Saving and exporting are stopped unless it is too late; their
    /// result is then an error.
    void cancel(Job job);

    /// Must be called once a frame, to measure for how long the jobs have been busy.
    void note_time();
    /// Returns the progress of the shown job; nullopt during the first 150 ms of being busy.
    std::optional<Progress> progress(const Notation& notation) const;

private:
    using Clock = std::chrono::steady_clock;

    /// Work in the queue that layers of the document interrupt.
    template <class Value>
    struct Patient {
        Computing::Ticket ticket;                             ///< identifies its work in the queue
        std::shared_ptr<std::optional<Result<Value>>> result; ///< written by the queue before the work is done
    };
    template <class Value>
    using PatientRun = std::function<Result<Value>(Engine&, const std::stop_token&, const Computing::Hears&)>;
    struct Checking {
        std::filesystem::path path;
        Patient<Comparison> work;
    };
    struct ComputingBefore {
        NamedWords edit;
        Patient<Trace> work;
    };

    template <class Value>
    Patient<Value> begin(bool uses_engine, PatientRun<Value> run);
    std::optional<Done> take_before(Job job, std::chrono::milliseconds patience);
    std::optional<ComputingBefore>& before(Job job) { return job == Job::baseline ? baseline_ : diff_; }
    const std::optional<ComputingBefore>& before(Job job) const { return job == Job::baseline ? baseline_ : diff_; }
    Progress progress_of(Job job, const Notation& notation) const;

    std::function<void()> wake_;
    FileWork files_;
    Exporting exporting_;
    std::optional<Task<FoundLeftWork>> looking_;
    std::optional<Checking> checking_;
    std::optional<ComputingBefore> baseline_;
    std::optional<ComputingBefore> diff_;
    std::optional<Clock::time_point> busy_since_; ///< `nullopt`: no job is under way
    Computing computing_;
};

} // namespace attn
