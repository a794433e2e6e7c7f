// The shell's part that handles an open lesson. Each step that does not go on from the one before opens its session as
// a document of its own, so that undo leads back through the lesson.

#include "core/files/printable.h"
#include "core/lesson/live_text.h"
#include "ui/actions/lecture.h"
#include "ui/actions/lesson.h"
#include "ui/actions/lesson_script.h"
#include "ui/actions/navigation.h"
#include "ui/actions/quiz.h"
#include "ui/panels/panels.h"
#include "ui/shell/app.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <fmt/core.h>
#include <system_error>
#include <utility>

namespace attn {

void App::learn(const OpenLesson& request) {
    const std::vector<LessonLabel>& course = lessons_.labels();
    if (request.file.empty() && course.empty()) {
        tell(lessons_.unreadable().empty() ? error("There are no lessons beside the program.")
                                           : lessons_.unreadable().front());
        return;
    }
    const auto& open = workspace_.lesson;
    const bool leads_back = open && request.step && !request.anew &&
                            (open->leads_back || (open->lesson->is_quiz && !open->lesson->asks_again));
    keep_quiz(workspace_);
    std::string word = workspace_.word_of_start;
    std::ranges::transform(word, word.begin(),
                           [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    Result<Lesson> lesson =
        load_lesson(request.file.empty() ? course.front().file : request.file, assets_, {next_draw_++, word});
    if (!lesson) {
        tell(lesson.error());
        return;
    }
    if (request.anew)
        forget_answers(lesson->id);
    LessonRun run;
    if (const auto& left = workspace_.left_quiz; left && !request.step && left->lesson->id == lesson->id) {
        run.lesson = left->lesson;
        run.step = left->step;
        run.furthest = left->furthest;
        run.answers = left->answers;
    } else {
        run.step = std::min(request.step.value_or(step_left_at(*lesson)), lesson->steps.size() - 1);
        while (lesson->steps[run.step].goes_on) // the state that such a step goes on from is not there any more
            --run.step;
        LessonWork work = work_of_before(*lesson);
        run.answers = std::move(work.answers);
        run.done = std::move(work.done);
        run.leads_back = leads_back && !lesson->is_quiz;
        run.lesson = std::make_shared<const Lesson>(*std::move(lesson));
    }
    work_to_resume_.reset();
    open_lesson_step(std::move(run));
}

/// The work kept of a lesson; empty if it was done with another word.
LessonWork App::work_of_before(const Lesson& lesson) const {
    const auto found = workspace_.lesson_work.find(lesson.id);
    if (found == workspace_.lesson_work.end() || lesson.is_quiz || lesson.on_wall ||
        (lesson.takes_word && found->second.word != lesson.draw.word))
        return {};
    LessonWork work = found->second;
    const Index steps = std::ssize(lesson.steps);
    std::erase_if(work.answers, [&](const LessonAnswer& answer) { return answer.step >= steps; });
    std::erase_if(work.done, [&](Index step) { return step >= steps; });
    return work;
}

void App::forget_answers(const std::string& lesson) {
    workspace_.lesson_work.erase(lesson);
    if (workspace_.left_quiz && workspace_.left_quiz->lesson->id == lesson)
        workspace_.left_quiz.reset();
}

/// Greets a user who comes back: asks questions missed on an earlier day, or names the next lesson.
void App::offer_course() {
    constexpr float widest_name = 180; // of a file, on its button
    if (!remembered_.missed.empty() && remembered_.missed_on < today_)
        return ask_missed();
    const Status now = status();
    if (workspace_.lesson || workspace_.notice || workspace_.overlay)
        return;
    const LessonLabel* const next = workspace_.lesson_progress.empty() ? nullptr : next_lesson(ui(now));
    Notice notice = notice_of_deed({});
    std::string said;
    if (next != nullptr) {
        const bool has_begun = workspace_.lesson_progress.contains(next->id);
        said = fmt::format("{} lesson {}, “{}”.", has_begun ? "You are in" : "Next comes", next->number, next->title);
        notice.leads_on.push_back({"action:lesson/" + next->id, fmt::format("Go on with lesson {}", next->number)});
    }
    if (!now.recent.empty() && now.files->is_there(now.recent.front())) {
        const std::string name = printable(now.recent.front().filename().string());
        said += fmt::format("{}Your last file is {}.", said.empty() ? "" : " ", name);
        notice.leads_on.push_back({"action:recent/1", "Open " + typesetter_->shortened(name, Font{}, widest_name)});
    }
    if (said.empty())
        return;
    notice.leads_on.push_back({"action:start", "Begin anew"});
    notice.text = said;
    say(std::move(notice));
}

void App::ask_missed() {
    remembered_.missed_on = today_; // at most once a day, whatever becomes of it
    for (const auto& [id, questions] : workspace_.missed) {
        const LessonLabel* const label = lessons_.find(id);
        Result<Lesson> lesson = label == nullptr ? error("there is no quiz “{}”", id)
                                                 : load_lesson(label->file, assets_, {next_draw_++, {}});
        if (!lesson)
            continue; // the quiz is of another version of the program
        ask_again(*lesson, questions);
        if (lesson->steps.empty())
            continue;
        keep_quiz(workspace_);
        LessonRun run;
        run.lesson = std::make_shared<const Lesson>(*std::move(lesson));
        work_to_resume_.reset();
        open_lesson_step(std::move(run));
        return;
    }
}

/// The step at which a lesson is opened again: where it was left or, once it is finished, the first step that is still
/// open. A quiz begins at its first question, because the questions are in another order now.
std::size_t App::step_left_at(const Lesson& lesson) const {
    const auto furthest = workspace_.lesson_progress.find(lesson.id);
    const bool is_midway =
        furthest != workspace_.lesson_progress.end() && !lesson.is_quiz && furthest->second < std::ssize(lesson.steps);
    const auto open = workspace_.open_steps.find(lesson.id);
    if (!is_midway && !lesson.is_quiz && open != workspace_.open_steps.end() && !open->second.empty())
        return static_cast<std::size_t>(open->second.front());
    return is_midway ? static_cast<std::size_t>(furthest->second) : 0;
}

/// Opens the lesson as it was when the session was saved, and the saved session in it.
void App::resume_lesson() {
    const Session saved = session();
    const LessonLabel* const label = saved.lesson ? lessons_.find(saved.lesson->lesson) : nullptr;
    if (label == nullptr)
        return;
    const LessonWork& work = *saved.lesson;
    Result<Lesson> lesson = load_lesson(label->file, assets_, {work.draw, work.word});
    if (!lesson) {
        tell(lesson.error());
        return;
    }
    LessonRun run;
    run.step = std::min(static_cast<std::size_t>(work.step), lesson->steps.size() - 1);
    // The beginning of such a step is not known any more, so the step that it goes on from is begun again.
    const bool is_there = !lesson->steps[run.step].goes_on;
    while (lesson->steps[run.step].goes_on)
        --run.step;
    run.answers = work.answers;
    run.done = work.done;
    run.lesson = std::make_shared<const Lesson>(*std::move(lesson));
    run.has_own_work = is_there;
    work_to_resume_ = is_there ? std::optional(SavedSession(saved, document_.shown().document().view)) : std::nullopt;
    open_lesson_step(std::move(run));
}

/// Brings back saved work once the step has begun, so that undo leads to the step's beginning.
void App::bring_back_work() {
    SavedSession work = *std::exchange(work_to_resume_, std::nullopt);
    DocumentState next = document_.newest();
    next.history.record(std::move(work.session), "what you saved");
    advance(std::move(next), 0);
    if (work.view.place)
        go_to_place(ui(status()), workspace_, *work.view.place);
}

void App::bring_back_beginning() {
    if (!workspace_.lesson)
        return;
    Session beginning = workspace_.lesson->beginning->session;
    beginning.notation = session().notation;
    DocumentState next = document_.newest();
    next.history.record(std::move(beginning), "how the step began");
    advance(std::move(next), 0);
}

std::optional<LessonWork> App::work_in_lesson() const {
    const auto& run = workspace_.lesson;
    if (!run || run->fills_window() || run->lesson->asks_again)
        return std::nullopt;
    return LessonWork{run->lesson->id,        static_cast<Index>(run->step),
                      run->lesson->draw.seed, run->lesson->draw.word,
                      run->answers,           run->done};
}

void App::note_other_letters(std::uint64_t before) {
    if (workspace_.lesson && workspace_.lesson->is_as_begun(before))
        workspace_.lesson->in_other_letters.push_back(newest_revision());
}

float App::room_of_lesson(const NotationChoice& notation) {
    const auto panel = find_target("lesson");
    if (!workspace_.lesson || !panel)
        return 0;
    const Status now = status();
    const UiContext seen = ui(now);
    Session otherwise = seen.session;
    otherwise.notation = notation;
    const UiContext there{
        {otherwise, seen.trace, workspace_, *typesetter_, cache_, document_.baseline()}, workspace_, now};
    Scene scene;
    lesson_panel(scene, there, panel->box);
    const std::string& room = scene.values["lesson.room"];
    float pixels = 0;
    std::from_chars(room.data(), room.data() + room.size(), pixels);
    return pixels;
}

void App::lecture(const std::filesystem::path& lesson) {
    learn({lesson, 0});
    begin_lecture(workspace_);
}

void App::go_to_lesson_step(const GoToLessonStep& request) {
    if (!workspace_.lesson)
        return;
    LessonRun run = *workspace_.lesson;
    const std::size_t step = std::min(request.step, run.lesson->steps.size() - 1);
    const bool goes_on = step == run.step + 1 && run.lesson->steps[step].goes_on;
    const bool goes_back_in_view = run.fills_window() && step < run.step;
    run.step = step;
    run.asks_anew = request.again;
    run.has_own_work = false;
    if (goes_on || goes_back_in_view) {
        const Status now = status();
        workspace_.lesson = std::move(run);
        begin_lesson_step(ui(now), workspace_);
        return;
    }
    if (request.again && run.now().goes_on && run.came_with != nullptr) {
        Session session = run.came_with->session;
        open_lesson_step(std::move(run), std::move(session));
        return;
    }
    while (run.lesson->steps[run.step].goes_on)
        --run.step;
    open_lesson_step(std::move(run));
}

void App::begin_lesson_step_again() {
    if (workspace_.lesson)
        go_to_lesson_step({workspace_.lesson->step, true});
}

void App::open_lesson_step(LessonRun run) {
    Session session = run.lesson->sessions[run.now().session];
    open_lesson_step(std::move(run), std::move(session));
}

void App::open_lesson_step(LessonRun run, Session session) {
    // The notation and the tokens' direction are the reader's choice, not the lesson's.
    if (document_.is_shown()) {
        session.notation = this->session().notation;
        session.tokens_as_columns = this->session().tokens_as_columns;
    }
    session.title = run.lesson->title;
    begins_ = Begins::lesson;
    std::string called = run.lesson->title;
    coming_lesson_ = std::move(run);
    open_document(std::move(session), {.called = std::move(called)});
}

/// Acts for the learner, one line a frame, once all lines before are computed.
void App::act_in_lesson() {
    if (document_.is_shown() && is_newest_seen() && std::exchange(offers_course_, false))
        offer_course();
    if (!workspace_.lesson || !is_newest_seen())
        return;
    LessonRun& run = *workspace_.lesson;
    if (run.acting.empty()) {
        if (!run.has_begun || (run.bet.is_placed && !run.bet.is_settled))
            follow_lesson(ui(status()), workspace_);
        else if (work_to_resume_)
            bring_back_work();
        return;
    }
    const ScriptLine line = run.acting.front();
    run.acting.erase(run.acting.begin());
    const bool is_shown = run.shows_solution;
    const std::uint64_t before = document_.newest().history.revision();
    const Status now = status();
    ShownChange change = is_shown ? change_by(ui(now), line) : ShownChange();
    FrameActions actions;
    const History& history = document_.newest().history;
    if (const Result<void> done = attn::act_in_lesson(line, history, {ui(now), workspace_, actions, {}}); !done) {
        tell(done.error());
        run.acting.clear();
    }
    const bool told_before = workspace_.notice.has_value();
    apply_actions(actions);
    if (!told_before && !run.has_begun && workspace_.notice && !workspace_.notice->is_error)
        workspace_.notice.reset(); // the step's text tells how it begins
    if (is_shown && workspace_.lesson)
        note_shown(std::move(change), document_.newest().history.revision() != before);
    if (is_newest_seen() && workspace_.lesson)
        follow_lesson(ui(status()), workspace_);
}

/// Notes a change made by “Show me”. When all lines are done, goes to the last changed cell.
void App::note_shown(ShownChange change, bool has_changed) {
    LessonRun& run = *workspace_.lesson;
    const Status now = status();
    if (has_changed) {
        if (change.text.empty())
            change.text = now.undo_label;
        run.shown.push_back(std::move(change));
    }
    if (!run.acting.empty())
        return;
    run.shows_solution = false;
    const auto last = std::ranges::find_if(run.shown.rbegin(), run.shown.rend(),
                                           [](const ShownChange& each) { return each.cell.has_value(); });
    if (last == run.shown.rend() || !trace().contains(*last->cell)) // later lines may have removed its token
        return;
    const bool is_in_sight = workspace_.array() == last->cell->array;
    const auto picture = workspace_.picture;
    go_to_cell(ui(now), workspace_, *last->cell);
    if (is_in_sight)
        workspace_.picture = picture;
}

} // namespace attn
