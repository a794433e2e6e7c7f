// The shell's part that handles an open lesson. Each step that does not go on from the one before opens its session as
// a document of its own, so that undo leads back through the lesson.

#include "core/files/printable.h"
#include "core/lesson/live_text.h"
#include "ui/actions/lecture.h"
#include "ui/actions/lesson.h"
#include "ui/actions/lesson_script.h"
#include "ui/actions/navigation.h"
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
    workspace_.keep_quiz(open);
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
        workspace_.forget_answers(lesson->id);
    LessonRun run = run_of(*std::move(lesson), workspace_, request.step);
    run.leads_back = leads_back && !run.lesson->is_quiz;
    work_to_resume_.reset();
    open_lesson_step(std::move(run));
}

/// Greets a user who comes back: asks questions missed on an earlier day, or names the next lesson.
void App::offer_course() {
    constexpr float widest_name = 180; // the widest name of a file on its button
    if (!remembered_.missed.empty() && remembered_.missed_on < today_)
        return ask_missed();
    const Status now = status();
    if (workspace_.lesson || workspace_.notice || workspace_.overlay)
        return;
    const LessonLabel* const next = workspace_.lesson_progress.empty() ? nullptr : workspace_.next_lesson(lessons_);
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
        workspace_.keep_quiz(workspace_.lesson);
        LessonRun run;
        run.lesson = std::make_shared<const Lesson>(*std::move(lesson));
        work_to_resume_.reset();
        open_lesson_step(std::move(run));
        return;
    }
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
    LessonRun run = run_of(*std::move(lesson), work);
    work_to_resume_ =
        run.has_own_work ? std::optional(SavedSession(saved, document_.shown().document().view)) : std::nullopt;
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

void App::note_lesson(Session& saved) const {
    if (auto work = workspace_.lesson ? work_in(*workspace_.lesson) : std::nullopt)
        saved.lesson = *std::move(work);
}

/// Keeps the word of the first minute, which is left for its explanation.
void App::note_word_of_start() {
    if (const LessonRun* const run = lesson_alone(workspace_))
        workspace_.word_of_start = run->name.typed;
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
    auto [run, session] = step_to_open(*workspace_.lesson, request);
    if (session) {
        open_lesson_step(std::move(run), *std::move(session));
        return;
    }
    workspace_.lesson = std::move(run);
    begin_lesson_step();
}

/// Begins the step of the open lesson in the session that is shown.
void App::begin_lesson_step() {
    const Status now = status();
    FrameActions none;
    attn::begin_lesson_step({ui(now), workspace_, none, {}});
}

void App::tell_lesson(const LessonEvent& event) {
    if (!workspace_.lesson)
        return;
    const Status now = status();
    FrameActions actions;
    advance_lesson({ui(now), workspace_, actions, {}}, event);
    for (const RequestAction& asked : actions.requests)
        answer(asked);
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
void App::act_for_learner() {
    if (document_.is_shown() && is_newest_seen() && std::exchange(offers_course_, false))
        offer_course();
    if (!workspace_.lesson || !is_newest_seen())
        return;
    LessonRun& run = *workspace_.lesson;
    if (run.acting.empty()) {
        if (!run.has_begun || (run.bet.is_placed && !run.bet.is_settled))
            tell_lesson(lesson_event::Follow());
        else if (work_to_resume_)
            bring_back_work();
        return;
    }
    const Result<std::vector<ScriptLine>> lines = lines_of({run.acting.front()}, run.lesson->id);
    run.acting.erase(run.acting.begin());
    if (lines)
        std::ranges::for_each(*lines, [&](const ScriptLine& line) { act_for_learner(line); });
    if (is_newest_seen())
        tell_lesson(lesson_event::Follow());
}

void App::act_for_learner(const ScriptLine& line) {
    const bool is_shown = workspace_.lesson->shows_solution;
    const History& history = document_.newest().history;
    const std::uint64_t before = history.revision();
    const Status now = status();
    ShownChange change = is_shown ? change_by(ui(now), line) : ShownChange();
    FrameActions actions;
    if (const Result<void> done = act_out(line, history, {ui(now), workspace_, actions, {}}); !done) {
        tell(done.error());
        workspace_.lesson->acting.clear();
    }
    const bool told_before = workspace_.notice.has_value();
    apply_actions(std::move(actions));
    if (!workspace_.lesson)
        return;
    if (!told_before && !workspace_.lesson->has_begun && workspace_.notice && !workspace_.notice->is_error)
        workspace_.notice.reset(); // the step's text tells how it begins
    if (!is_shown)
        return;
    if (change.text.empty())
        change.text = status().undo_label;
    tell_lesson(lesson_event::Show{std::move(change), document_.newest().history.revision() != before});
}

} // namespace attn
