#include "core/lesson/advance.h"

#include "core/figure/number.h"
#include "core/lesson/beside_task.h"
#include "core/lesson/bets.h"
#include "core/lesson/live_text.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace attn {

namespace {

using namespace lesson_event;
using namespace lesson_request;

/// The step's sentences about the present numbers. A step that fills the window is left out: lesson_claims.h has its
/// sentences, each with its facts.
SaidNow says_now(const LessonRun& run, const LessonSight& sight) {
    const Said* const said =
        run.fills_window() ? nullptr : said_now(run.now().says, sight.now, run.beginning->snapshot());
    if (said == nullptr)
        return {};
    return {told(said->title, sight.now, sight.look), told(said->say, sight.now, sight.look)};
}

/// Handles an event: one operator for each kind.
class Advancing {
public:
    Advancing(LessonState state, const LessonSight& sight)
        : state_(std::move(state)), run_(state_.run), record_(state_.record), sight_(sight) {}

    LessonAdvance result() { return {std::move(state_), std::move(requests_)}; }

    void operator()(const Begin& /*event*/) {
        count_from_here();
        run_.came_with = run_.beginning;
        run_.bet = {};
        run_.task = {};
        run_.says = {};
        run_.task.looked_at = sight_.revision;
        run_.hints = 0;
        run_.shows_solution = false;
        run_.shown.clear();
        run_.has_begun = false;
        run_.furthest = std::max(run_.furthest, run_.step);
        run_.acting = run_.now().before;
        record_.note_begin(run_);
    }

    void operator()(const Follow& /*event*/) {
        if (!run_.acting.empty() || run_.beginning == nullptr)
            return;
        const bool begins = !std::exchange(run_.has_begun, true);
        if (begins) {
            run_.begun_at = sight_.revision;
            run_.in_other_letters.clear();
            if (!run_.now().before.empty())
                count_from_here();
            run_.bet.begun_on = sight_.selected;
        }
        run_.says = says_now(run_, sight_);
        if (begins && has_answered(run_))
            bring_back_bet(run_);
        if (!run_.acting.empty())
            return;
        // The question of a step that fills the window is about the present word, whichever that is.
        if (run_.fills_window() && run_.now().bet && !run_.bet.is_placed && run_.begun_at != sight_.revision) {
            count_from_here();
            run_.begun_at = sight_.revision;
        }
        if (begins && run_.now().task && run_.is_studied() && !run_.asks_anew && run_.has_done(run_.step))
            bring_back_task();
        if (!run_.acting.empty())
            return;
        if (run_.now().task)
            follow_task();
        if (run_.now().bet && run_.bet.is_placed && !run_.bet.is_settled) {
            settle_bet(sight_.now, run_);
            record_.note_bet(run_);
            record_.note_answers(run_);
        }
        record_.note_step(run_);
        record_.note_best_score(run_, sight_.course);
    }

    void operator()(const Show& event) {
        if (event.has_changed)
            run_.shown.push_back(event.change);
        if (!run_.acting.empty())
            return;
        run_.shows_solution = false;
        const auto last = std::ranges::find_if(run_.shown.rbegin(), run_.shown.rend(),
                                               [](const ShownChange& each) { return each.cell.has_value(); });
        if (last != run_.shown.rend() && sight_.now.trace.contains(*last->cell)) // its token may be gone
            ask(GoToCell{*last->cell});
    }

    void operator()(const Choose& event) {
        const Bet* const bet = run_.open_bet();
        if (bet != nullptr && event.choice < std::ssize(bet->choices) && choose(run_, event.choice))
            (*this)(Place());
    }
    void operator()(const Type& event) {
        if (!run_.asks(Bet::Kind::type))
            return;
        run_.bet.answer = exact_number(event.number);
        (*this)(Place());
    }
    void operator()(const Mark& event) {
        if (run_.asks(Bet::Kind::mark) || run_.asks(Bet::Kind::mark_many))
            mark(run_, sight_.now.trace.canonical(event.cell));
    }
    void operator()(const Place& /*event*/) {
        if (run_.open_bet() == nullptr)
            return;
        place(run_, sight_.now.trace, sight_.selected);
        // The bet is about the step's beginning: later changes would make its result untrue.
        if (sight_.revision != run_.begun_at)
            ask(BringBackBeginning());
        else
            (*this)(Follow());
    }

    void operator()(const Hint& /*event*/) {
        if (!run_.has_hint())
            return;
        const LessonTask& task = *run_.now().task;
        ++run_.hints;
        if (run_.hints == 2 && task.suggestion.empty())
            ++run_.hints;
        if (run_.hints < 3)
            return;
        run_.hints = 3;
        run_.shows_solution = true;
        // The solution starts from the step's beginning; in a step that fills the window, from any word.
        if (!run_.fills_window() && !run_.is_as_begun(sight_.revision)) {
            ask(BringBackBeginning());
            run_.shown.push_back({{}, "your own changes taken back", {}});
        }
        run_.acting = task.solution;
    }

    void operator()(const GoOn& /*event*/) {
        if (run_.is_through())
            go_to_next();
        else if (run_.acting.empty())
            ask(Tell{run_.now().bet ? "Place your bet first; or pass over it with “Skip”, beneath the text."
                                    : "Do the task first; or pass over it with “Skip”, beneath the text."});
    }
    void operator()(const Skip& /*event*/) {
        ask(Tell());
        go_to_next();
    }
    void operator()(const GoBack& /*event*/) { ask(GoToLessonStep{run_.step == 0 ? 0 : run_.step - 1}); }
    void operator()(const GoOnInScene& /*event*/) {
        if (!run_.acting.empty())
            return;
        ask(Tell());
        if (run_.open_bet() != nullptr) {
            run_.bet.is_shown = true;
            (*this)(Place());
        } else if (run_.now().task && !run_.task.was_done && !std::exchange(run_.task.was_shown, true))
            run_.acting = run_.now().task->solution;
        else if (!run_.is_last())
            go_to_next();
        else
            ask(Tell{"That was the last scene. Page Up goes back, Esc leaves the wall.",
                     "no scene follows the last one"});
    }
    void operator()(const GoToTaskThatShowsAll& /*event*/) {
        if (const auto step = run_.task_that_shows_all()) {
            run_.knows = true;
            ask(GoToLessonStep{*step});
        }
    }
    void operator()(const Again& /*event*/) {
        const bool can_begin_anew = !sight_.is_for_audience && run_.can_begin_anew(sight_.course);
        if (run_.lesson->is_quiz && run_.is_last() && !run_.now().bet && can_begin_anew)
            ask(BeginAnew()); // with other numbers
        else
            ask(GoToLessonStep{run_.step, true});
    }
    void operator()(const Note& /*event*/) {
        if (sight_.is_for_audience && !run_.shows_note && !std::exchange(run_.may_show_note, true)) {
            ask(Tell{"A second monitor shows the note by itself. N again shows it here, to everybody.",
                     "it says what the key and a second monitor do in every lecture"});
            return;
        }
        ask(Tell());
        run_.shows_note = !run_.shows_note;
    }

private:
    void ask(LessonRequest request) { requests_.push_back(std::move(request)); }

    /// Makes the present state the step's beginning, from which changes are counted.
    void count_from_here() {
        run_.beginning = std::make_shared<const Moment>(Moment{sight_.now.session, sight_.now.trace});
        if (!run_.now().goes_on || run_.opened == nullptr)
            run_.opened = run_.beginning;
    }

    /// Restores a task that was done before. The learner's own way of doing it is not kept, so the solution is acted
    /// out; the conclusion says so.
    void bring_back_task() {
        run_.task.was_done = run_.task.was_before = true;
        if (!run_.has_own_work)
            run_.acting = run_.now().task->solution;
    }

    void follow_task() {
        const LessonTask& task = *run_.now().task;
        const Snapshot& now = sight_.now;
        const Snapshot then = run_.beginning->snapshot();
        const Snapshot opened = run_.opened->snapshot();
        run_.task.is_done = holds(task.done, now, then, opened);
        run_.task.was_done = run_.task.was_done || run_.task.is_done;
        if (run_.task.is_done && !run_.has_done(run_.step)) {
            run_.done.push_back(static_cast<Index>(run_.step));
            record_.note_answers(run_);
        }
        run_.task.said = {};
        run_.task.in_the_way.clear();
        if (run_.task.is_done)
            return;
        run_.task.in_the_way = changed_beside_task(now.session, run_);
        const auto slip = std::ranges::find_if(
            task.slips, [&](const ForeseenSlip& other) { return holds(other.when, now, then, opened); });
        if (slip != task.slips.end())
            run_.task.said = told(slip->say, now);
        if (std::exchange(run_.task.looked_at, sight_.revision) != sight_.revision)
            ++run_.task.tries;
    }

    /// Goes to the next step. After the last step the lesson ends: the list of lessons opens in front of it, and it
    /// stays until another lesson is begun or it is left.
    void go_to_next() {
        if (!run_.is_at_end()) {
            ask(GoToLessonStep{run_.step + 1});
            return;
        }
        ask(ListLessons());
        run_.has_ended = true;
        if (run_.lesson->asks_again)
            return;
        record_.note_end(run_);
        if (run_.knows && run_.task.was_done)
            record_.open_steps.erase(run_.lesson->id);
        if (run_.lesson->is_quiz)
            record_.left_quiz.reset(); // another round asks in another order
    }

    LessonState state_;
    LessonRun& run_;
    CourseRecord& record_;
    const LessonSight& sight_;
    std::vector<LessonRequest> requests_;
};

} // namespace

LessonAdvance advance(LessonState state, const LessonEvent& event, const LessonSight& sight) {
    Advancing advancing(std::move(state), sight);
    std::visit(advancing, event);
    return advancing.result();
}

StepToOpen step_to_open(LessonRun run, const GoToLessonStep& request) {
    const std::vector<LessonStep>& steps = run.lesson->steps;
    const std::size_t step = std::min(request.step, steps.size() - 1);
    const bool goes_on = step == run.step + 1 && steps[step].goes_on;
    const bool goes_back_in_view = run.fills_window() && step < run.step;
    run.step = step;
    run.asks_anew = request.again;
    run.has_own_work = false;
    if (goes_on || goes_back_in_view)
        return {std::move(run), std::nullopt};
    if (request.again && run.now().goes_on && run.came_with != nullptr) {
        Session session = run.came_with->session;
        return {std::move(run), std::move(session)};
    }
    while (run.now().goes_on)
        --run.step;
    Session session = run.lesson->sessions[run.now().session];
    return {std::move(run), std::move(session)};
}

} // namespace attn
