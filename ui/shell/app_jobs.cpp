// The shell's part that handles jobs: begins those that compute, takes the results of all, and gives them up.

#include "ui/actions/dialog.h"
#include "ui/actions/navigation.h"
#include "ui/shell/app.h"

#include <utility>

namespace attn {

namespace {

/// Jobs that take longer are done in the background.
constexpr std::chrono::milliseconds patience_with_jobs{30};

} // namespace

FrameNeeds App::draw_waiting(float scale) {
    if (frame_.gives_up_waiting())
        cancel_work();
    const Session nothing;
    const Status now = status();
    frame_.paint_waiting({{nothing, trace(), workspace_, *typesetter_, cache_, nullptr}, workspace_, now}, scale);
    return {.title = "Attention Lab", .next_frame = 0.1F, .closed = closed_};
}

void App::cancel_work() {
    const std::optional<Job> job = jobs_.under_way();
    if (!job)
        return;
    const bool opens = *job == Job::loading || (*job == Job::computing && document_.is_opening());
    jobs_.cancel(*job);
    if (*job == Job::saving)
        workspace_.waiting.reset();
    if (*job == Job::computing) {
        begins_ = Begins::nothing;
        tells_way_back_ = false;
        recovered_from_.reset();
        closed_ = closed_ || !document_.is_shown();
        take(document_.cancel());
    }
    if (*job == Job::diff) {
        diff_.forget();
        workspace_.overlay.reset();
    }
    if (opens)
        say(notice_of_deed("Opening was cancelled."));
    else if (*job == Job::computing)
        say(notice_of_deed("Computing was cancelled, and the change taken back."));
    else if (*job == Job::checking)
        say(notice_of_deed("Checking was cancelled."));
    else if (*job == Job::baseline || *job == Job::diff)
        say(notice_of_deed("Computing the state before was cancelled."));
}

void App::finish_work() {
    constexpr std::chrono::hours as_long_as_it_takes{1};
    do {
        jobs_.computing().go_on();
        for (const Job job : all_jobs)
            take(job, as_long_as_it_takes);
    } while (jobs_.is_busy());
    background_.finish();
}

void App::take_everything() {
    for (const Job job : all_jobs)
        take(job);
    jobs_.note_time();
}

void App::take(Job job, std::chrono::milliseconds patience) {
    if (std::optional<Jobs::Done> done = jobs_.take(job, patience))
        std::visit([this](auto&& result) { take(std::forward<decltype(result)>(result)); }, *std::move(done));
}

void App::take(const Document::News& news) {
    if (news.out_of_memory) {
        tell(error("There is not enough memory to compute this."));
        closed_ = closed_ || !document_.is_shown();
    }
    if (!news.changed)
        return;
    const Status now = status();
    if (!news.opened) {
        clamp_selection(ui(now), workspace_);
        begin_highlight(news);
        note_goals();
        tell_lesson(lesson_event::Follow());
        return;
    }
    begin_document(news);
}

/// Marks goals as done as soon as the numbers say so, one after the other. A goal stays done until the state that
/// reached it is undone.
void App::note_goals() {
    if (beginnings_.empty())
        return;
    const Session& shown = document_.shown().session();
    const std::uint64_t revision = document_.shown().history.revision();
    std::vector<DoneGoal>& done = workspace_.goals_done;
    while (!done.empty() && done.back().revision > revision) {
        done.pop_back();
        beginnings_.pop_back();
    }
    const Snapshot now{shown, trace()};
    for (std::size_t next = done_goals_of(shown, done).size();
         next < shown.goals.size() && holds(shown.goals[next].when, now, beginnings_.back()->snapshot()); ++next) {
        done.push_back({shown.goals[next], workspace_.array(), revision});
        beginnings_.push_back(std::make_shared<const Moment>(Moment{shown, trace()}));
    }
    for (std::size_t i = 0; i < done.size(); ++i)
        done[i].is_so = holds(done[i].goal.when, now, beginnings_[i]->snapshot());
}

void App::begin_highlight(const Document::News& news) {
    if (workspace_.highlights_changes)
        highlight_.begin(news.before, trace(), gesture_);
}

/// Checks in the background against the present numbers; only the next check counts later edits.
void App::check_against(const std::filesystem::path& path) {
    jobs_.check(path, trace());
    take(Job::checking, patience_with_jobs);
}

void App::take(Checked checked) {
    if (!checked.comparison) {
        tell(checked.comparison.error());
        return;
    }
    comparison_ = *std::move(checked.comparison);
    workspace_.compared.reset();
    workspace_.notice.reset();
    offers_comparison_ = true;
    offer_comparison();
}

/// Shows a comparison once the user is neither typing nor dragging: it may come late.
void App::offer_comparison() {
    const bool hands_are_free = !workspace_.overlay && !workspace_.field && !workspace_.drag;
    if (hands_are_free && std::exchange(offers_comparison_, false))
        workspace_.overlay = Overlay{Overlay::Kind::comparison};
}

/// Sets the numbers that changes are counted from, and the session that they belong to; `nullopt`: none.
void App::keep_baseline(std::optional<Trace> numbers, std::shared_ptr<const Session> of) {
    jobs_.cancel(Job::baseline);
    jobs_.cancel(Job::diff);
    diff_.forget();
    workspace_.shows_change = numbers.has_value();
    baseline_session_ = std::move(of);
    document_.set_baseline(std::move(numbers));
}

void App::keep_state_before() {
    const History& history = document_.shown().history;
    coming_baseline_ = history.shared_before();
    if (!coming_baseline_)
        return;
    jobs_.compute_before(Job::baseline, coming_baseline_->layer(), history.undo_label());
    take(Job::baseline, patience_with_jobs);
}

void App::take(StateBefore before) {
    if (before.job == Job::diff) {
        diff_.take_before(before.trace ? std::optional(*std::move(before.trace)) : std::nullopt);
        return;
    }
    if (!before.trace) {
        tell(before.trace.error());
        return;
    }
    const bool shown_before = workspace_.shows_change;
    keep_baseline(*std::move(before.trace), std::exchange(coming_baseline_, nullptr));
    if (before.edit.empty()) // an earlier baseline of this document
        workspace_.shows_change = shown_before;
    else
        say({{"The state before “" + before.edit.in(notation()) +
                  "” is the baseline now: changes are shown against it.",
              Always{"it was kept as that, and this goes when there is none"}},
             HoldsWhile::has_baseline});
}

const Diff* App::diff() {
    if (!is_open(workspace_, Overlay::Kind::moved)) {
        if (jobs_.is_under_way(Job::diff)) { // nobody asks for it any more
            jobs_.cancel(Job::diff);
            diff_.forget();
        }
        return nullptr;
    }
    if (const Session* const before = diff_.begin(document_.shown(), trace(), document_.baseline())) {
        jobs_.compute_before(Job::diff, before->layer(), document_.shown().history.undo_label());
        take(Job::diff, patience_with_jobs);
    }
    return diff_.counted(document_.shown(), trace());
}

} // namespace attn
