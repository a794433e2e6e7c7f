#include "ui/document/scope.h"

namespace attn {

namespace {

Scope::Layout layout_of(const LessonRun& run, bool is_for_audience) {
    using enum Scope::Layout;
    if (run.fills_window())
        return run.now().view == StepView::heads ? first_minute_with_heads : first_minute;
    if (is_for_audience)
        return scene;
    return run.stands_alone() ? words : lesson;
}

std::string_view proposal_of(const LessonRun& run) {
    if (run.is_through() && !run.is_last())
        return "action:lesson-next";
    return run.answers.empty() ? "" : "action:see-how";
}

} // namespace

Scope scope_of(const Workspace& workspace) {
    Scope scope;
    scope.is_for_audience = workspace.lecture;
    if (!workspace.lesson) {
        scope.layout = scope.is_for_audience ? Scope::Layout::lecture : Scope::Layout::window;
        scope.has_few_menus =
            !scope.is_for_audience && !workspace.lesson_progress.empty() && !workspace.knows_all_menus;
        return scope;
    }
    const LessonRun& run = *workspace.lesson;
    scope.layout = layout_of(run, scope.is_for_audience);
    scope.is_taught = true;
    scope.is_first_minute = run.fills_window();
    scope.is_for_learner = !run.lesson->on_wall;
    scope.names_all = run.shows_everything;
    scope.hides_picture = run.hides_picture();
    scope.has_picture = scope.is_for_audience || !(run.stands_alone() || run.hides_picture());
    scope.shows_results = run.lesson->is_quiz && run.stands_alone();
    scope.step = run.step;
    scope.steps = run.lesson->steps.size();
    scope.has_note = !run.now().note.empty();
    scope.has_hint = run.has_hint();
    scope.is_through = run.is_through();
    scope.proposal = scope.is_first_minute ? proposal_of(run) : "";
    scope.task = run.now().task ? &*run.now().task : nullptr;
    scope.asked = run.open_bet();
    scope.unsettled = run.unsettled_bet();
    scope.explains_terms = scope.unsettled == nullptr || !run.lesson->is_quiz;
    return scope;
}

} // namespace attn
