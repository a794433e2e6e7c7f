// What the shell does while a lesson is open: each step that does not go on from the one before opens the session it
// begins with as a document of its own, so that undo leads back through the lesson.

#include "ui/actions/lecture.h"
#include "ui/actions/lesson.h"
#include "ui/actions/lesson_script.h"
#include "ui/shell/app.h"

#include <algorithm>
#include <utility>

namespace attn {

void App::learn(const OpenLesson& request) {
    if (request.file.empty() && lessons_.empty()) {
        tell(error("There are no lessons beside the program."));
        return;
    }
    Result<Lesson> lesson = load_lesson(request.file.empty() ? lessons_.front().file : request.file, assets_);
    if (!lesson) {
        tell(lesson.error());
        return;
    }
    LessonRun run;
    run.step = std::min(request.step, lesson->steps.size() - 1);
    while (lesson->steps[run.step].goes_on) // what it goes on from is not there any more
        --run.step;
    run.lesson = std::make_shared<const Lesson>(*std::move(lesson));
    open_lesson_step(std::move(run));
}

void App::lecture(const std::filesystem::path& lesson) {
    learn({lesson, 0});
    begin_lecture(workspace_);
}

void App::go_to_lesson_step(const GoToLessonStep& request) {
    if (!workspace_.lesson)
        return;
    LessonRun run = *workspace_.lesson;
    const bool goes_on = request.step == run.step + 1 && run.lesson->steps[request.step].goes_on;
    run.step = std::min(request.step, run.lesson->steps.size() - 1);
    if (goes_on) {
        const Status now = status();
        workspace_.lesson = std::move(run);
        begin_lesson_step(ui(now), workspace_);
        return;
    }
    while (run.lesson->steps[run.step].goes_on)
        --run.step;
    open_lesson_step(std::move(run));
}

void App::open_lesson_step(LessonRun run) {
    Session session = run.lesson->sessions[run.now().session];
    // In whose letters the user reads is no matter of the lesson.
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

/// One line a frame, each when all before it is computed.
void App::act_in_lesson() {
    if (!workspace_.lesson || !is_newest_seen())
        return;
    LessonRun& run = *workspace_.lesson;
    if (run.acting.empty()) {
        if (!run.has_begun)
            follow_lesson(ui(status()), workspace_);
        return;
    }
    const ScriptLine line = run.acting.front();
    run.acting.erase(run.acting.begin());
    const Status now = status();
    FrameActions actions;
    if (const Result<void> done = attn::act_in_lesson(line, {ui(now), workspace_, actions, {}}); !done) {
        tell(done.error());
        run.acting.clear();
    }
    apply_actions(actions);
    if (is_newest_seen() && workspace_.lesson)
        follow_lesson(ui(status()), workspace_);
}

} // namespace attn
