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

/// What takes longer than a blink. Of those that are under way the first is shown, and cancelled.
enum class Job {
    loading,
    computing, ///< the document
    checking,
    baseline, ///< the state before an edit, to count changes from
    diff,     ///< the same, to say what that edit moved
    saving,
    exporting,
    looking, ///< for work that was left; neither shown nor cancelled
};
inline constexpr std::array all_jobs{Job::loading, Job::computing, Job::checking,  Job::baseline,
                                     Job::diff,    Job::saving,    Job::exporting, Job::looking};

/// Somebody's numbers, checked.
struct Checked {
    std::filesystem::path path;
    Result<Comparison> comparison;
};

/// The numbers of before an edit.
struct StateBefore {
    Job job = Job::baseline;
    NamedWords edit; ///< "change W_Q⁽²⁾[1,1]"
    Result<Trace> trace;
};

/// All that is done beside the frames, one of each kind at a time. What computes stands in one queue; files are read,
/// written and exported beside it. The window begins it, shows how far it has come, and takes what became of it.
class Jobs {
public:
    /// `wake` is called from other threads when there is something to take.
    explicit Jobs(std::function<void()> wake, std::chrono::milliseconds longest_frame = Computing::time_of_a_frame);

    /// Where the document's layers are computed; it begins and cancels them.
    Computing& computing() { return computing_; }

    /// Begins to read what is asked for; weights and inputs are put into `present`. What was being read is given up.
    void load(OpenFile request, Session present);
    /// Begins to write. None must be under way.
    void save(SaveFileAs request, SavedSession order, std::uint64_t revision);
    /// Begins to make figures and documents. None must be under way.
    void make(ExportOrder order, ExportScene scene);
    /// Begins to read somebody's numbers and to compare them with the trace, as it is now whatever is edited
    /// meanwhile. An earlier check is given up.
    void check(const std::filesystem::path& path, Trace trace);
    /// Begins to compute the layer from before an edit, for a baseline or a diff; no edit: the layer of a baseline that
    /// was left. An earlier one for the same is given up.
    void compute_before(Job job, Layer layer, NamedWords edit);
    /// Begins to look for work that was left in the folder.
    void look_for_left_work(std::filesystem::path folder);

    using Done = std::variant<FileWork::Loaded, Computing::Finished, Checked, StateBefore, FileWork::Saved,
                              Exporting::Done, Result<FoundLeftWork>>;
    /// What has become of a job, once, when it is done; waits at most that long for it.
    std::optional<Done> take(Job job, std::chrono::milliseconds patience = {});

    bool is_under_way(Job job) const;
    /// The one that is shown and cancelled first; none: nothing is under way.
    std::optional<Job> under_way() const;
    bool is_busy() const { return under_way().has_value(); }
    /// Gives it up: nobody hears of it any more. What is saved or exported is stopped if it is not too late, and is
    /// then done, and failed.
    void cancel(Job job);

    /// To be called once a frame: what takes longer than a blink is known by that.
    void note_time();
    /// How far the one that is shown has come; nothing within a blink.
    std::optional<Progress> progress(const Notation& notation) const;

private:
    using Clock = std::chrono::steady_clock;

    /// Work in the queue that gives way to the document's layers.
    template <class Value>
    struct Patient {
        Computing::Ticket ticket;                             ///< of what the queue began
        std::shared_ptr<std::optional<Result<Value>>> result; ///< written by the queue before it is done
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
    std::optional<Clock::time_point> busy_since_; ///< nothing: it is not busy
    Computing computing_;
};

} // namespace attn
