#include "ui/document/jobs.h"

#include "core/files/printable.h"
#include "core/model/arrays.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

/// Jobs that take longer than this show their progress.
constexpr std::chrono::milliseconds blink{150};

std::string name_in_progress(const std::filesystem::path& path) {
    return printable_path(path.filename());
}

std::string computing_text(const Computing::Progress& progress, const Notation& notation) {
    const Address slot = progress.engine.slot;
    const std::string stage = shown_name(notation, slot.array);
    if (slot.head == 0 && row_of(slot.array).heads != Heads::each)
        return "Computing " + stage;
    return fmt::format("Computing {}, head {} of {}", stage, slot.head + 1, progress.heads);
}

} // namespace

Jobs::Jobs(std::function<void()> wake, std::chrono::milliseconds longest_frame)
    : wake_(std::move(wake)), files_(wake_), exporting_(wake_), computing_(wake_, longest_frame) {}

void Jobs::load(OpenFile request, Session present) {
    files_.load(std::move(request), std::move(present));
}

void Jobs::save(SaveFileAs request, SavedSession order, std::uint64_t revision) {
    files_.save(std::move(request), std::move(order), revision);
}

void Jobs::make(ExportOrder order, ExportScene scene) {
    exporting_.begin(std::move(order), std::move(scene));
}

/// Adds patient work to the queue. Stopped work has no result: it starts again, or nobody asks for its result any more.
template <class Value>
Jobs::Patient<Value> Jobs::begin(bool uses_engine, PatientRun<Value> run) {
    auto result = std::make_shared<std::optional<Result<Value>>>();
    const auto work = [result, run = std::move(run)](Engine& engine, const std::stop_token& stop,
                                                     const Computing::Hears& hears) {
        Result<Value> value = attempted([&] { return run(engine, stop, hears); });
        if (stop.stop_requested())
            return false;
        result->emplace(std::move(value));
        return true;
    };
    return {computing_.begin_patient({work, uses_engine}), result};
}

void Jobs::check(const std::filesystem::path& path, Trace trace) {
    cancel(Job::checking);
    // The check tries bugs on an engine of its own, so that an edit finds the document's engine as it was.
    const auto run = [path, trace = std::move(trace)](Engine& /*engine*/, const std::stop_token& stop,
                                                      const Computing::Hears& /*hears*/) -> Result<Comparison> {
        const ReadingRecord record;
        Result<Answer> answer = read_answer(path, trace);
        if (!answer)
            return answer.error();
        Check found = attn::check(trace, *answer, std::nullopt, stop);
        return Comparison{path.filename().string(), *std::move(answer), trace, std::move(found), record.files()};
    };
    checking_.emplace(Checking{path, begin<Comparison>(false, run)});
}

void Jobs::compute_before(Job job, Layer layer, NamedWords edit) {
    cancel(job);
    const auto run = [layer = std::move(layer)](Engine& engine, const std::stop_token& stop,
                                                const Computing::Hears& hears) -> Result<Trace> {
        return engine.compute(layer, stop, hears);
    };
    before(job).emplace(ComputingBefore{std::move(edit), begin<Trace>(true, run)});
}

void Jobs::look_for_left_work(std::filesystem::path folder) {
    looking_.emplace([folder = std::move(folder)](
                         const std::stop_token& /*stop*/) -> Result<FoundLeftWork> { return find_left_work(folder); },
                     wake_);
}

std::optional<Jobs::Done> Jobs::take(Job job, std::chrono::milliseconds patience) {
    const auto as_done = [](auto taken) { return taken ? std::optional<Done>(*std::move(taken)) : std::nullopt; };
    switch (job) {
    case Job::loading:
        return as_done(files_.take_loaded(patience));
    case Job::computing:
        return as_done(computing_.take(patience));
    case Job::checking: {
        if (!checking_ || !computing_.is_done(checking_->work.ticket, patience))
            return std::nullopt;
        const Checking done = *std::exchange(checking_, std::nullopt);
        return Checked{done.path, **done.work.result};
    }
    case Job::baseline:
    case Job::diff:
        return take_before(job, patience);
    case Job::saving:
        return as_done(files_.take_saved(patience));
    case Job::exporting:
        return as_done(exporting_.take(patience));
    case Job::looking: {
        if (!looking_ || !looking_->is_done(patience))
            return std::nullopt;
        std::optional<Done> found = looking_->take();
        looking_.reset();
        return found;
    }
    }
    return std::nullopt;
}

std::optional<Jobs::Done> Jobs::take_before(Job job, std::chrono::milliseconds patience) {
    std::optional<ComputingBefore>& computing = before(job);
    if (!computing || !computing_.is_done(computing->work.ticket, patience))
        return std::nullopt;
    const ComputingBefore done = *std::exchange(computing, std::nullopt);
    return StateBefore{job, done.edit, **done.work.result};
}

bool Jobs::is_under_way(Job job) const {
    switch (job) {
    case Job::loading:
        return files_.loading() != nullptr;
    case Job::computing:
        return computing_.is_computing();
    case Job::checking:
        return checking_.has_value();
    case Job::baseline:
    case Job::diff:
        return before(job).has_value();
    case Job::saving:
        return files_.saving() != nullptr;
    case Job::exporting:
        return exporting_.under_way() != nullptr;
    case Job::looking:
        return looking_.has_value();
    }
    return false;
}

std::optional<Job> Jobs::under_way() const {
    const auto is_shown = [this](Job job) { return job != Job::looking && is_under_way(job); };
    const auto* const first = std::ranges::find_if(all_jobs, is_shown);
    return first == all_jobs.end() ? std::nullopt : std::optional(*first);
}

void Jobs::cancel(Job job) {
    const auto give_up = [this](auto& patient) {
        if (patient)
            computing_.cancel(patient->work.ticket);
        patient.reset();
    };
    switch (job) {
    case Job::loading:
        return files_.cancel_loading();
    case Job::computing:
        return computing_.cancel();
    case Job::checking:
        return give_up(checking_);
    case Job::baseline:
    case Job::diff:
        return give_up(before(job));
    case Job::saving:
        return files_.cancel_saving();
    case Job::exporting:
        return exporting_.cancel();
    case Job::looking:
        return;
    }
}

void Jobs::note_time() {
    if (!is_busy())
        busy_since_.reset();
    else if (!busy_since_)
        busy_since_ = Clock::now();
}

std::optional<Progress> Jobs::progress(const Notation& notation) const {
    const std::optional<Job> job = under_way();
    if (!job || !busy_since_ || Clock::now() - *busy_since_ < blink)
        return std::nullopt;
    return progress_of(*job, notation);
}

Progress Jobs::progress_of(Job job, const Notation& notation) const {
    const Computing::Progress computing = computing_.progress();
    const auto share = static_cast<float>(computing.engine.share);
    switch (job) {
    case Job::loading:
        return {files_.loading()->left ? "Reading what was not saved"
                                       : "Reading " + name_in_progress(files_.loading()->path),
                std::nullopt};
    case Job::computing:
        return {computing_text(computing, notation), share};
    case Job::checking:
        return {"Checking " + name_in_progress(checking_->path), std::nullopt};
    case Job::baseline:
    case Job::diff: {
        const ComputingBefore& waiting = *before(job);
        const bool is_its_turn = computing.patient == waiting.work.ticket;
        const std::string what =
            waiting.edit.empty() ? "baseline" : "state before “" + waiting.edit.in(notation).letters() + "”";
        return {"Computing the " + what, is_its_turn ? std::optional(share) : std::nullopt};
    }
    case Job::saving:
        return {"Saving to " + name_in_progress(files_.saving()->path), std::nullopt};
    case Job::exporting: {
        const std::filesystem::path& path = exporting_.under_way()->path;
        return {path.empty() ? "Copying" : "Making " + name_in_progress(path), exporting_.share()};
    }
    case Job::looking:
        break;
    }
    return {};
}

} // namespace attn
