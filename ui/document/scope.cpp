#include "ui/document/scope.h"

namespace attn {

namespace {

Scope::Layout layout_of(const Workspace& workspace) {
    using enum Scope::Layout;
    const auto& run = workspace.lesson;
    if (!run)
        return workspace.lecture ? lecture : window;
    if (run->fills_window())
        return run->now().view == StepView::heads ? first_minute_with_heads : first_minute;
    if (workspace.lecture)
        return scene;
    return run->stands_alone() ? words : lesson;
}

} // namespace

Scope scope_of(const Workspace& workspace) {
    Scope scope;
    const auto& run = workspace.lesson;
    scope.layout = layout_of(workspace);
    scope.is_for_audience = workspace.lecture;
    scope.is_taught = run.has_value();
    scope.is_first_minute = run && run->fills_window();
    scope.is_for_learner = run && !run->lesson->on_wall;
    scope.names_all = !run || run->shows_everything;
    scope.has_few_menus =
        !run && !workspace.lecture && !workspace.lesson_progress.empty() && !workspace.knows_all_menus;
    scope.hides_picture = run && run->hides_picture();
    scope.has_picture = !run || workspace.lecture || !(run->stands_alone() || run->hides_picture());
    return scope;
}

} // namespace attn
