#include "ui/actions/lesson.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/lesson/live_text.h"
#include "core/tensor/noun_for.h"
#include "ui/actions/lesson_names.h"
#include "ui/actions/lesson_script.h"
#include "ui/actions/name_field.h"
#include "ui/actions/navigation.h"

#include <fmt/core.h>
#include <utility>
#include <variant>

namespace attn {

namespace {

/// Does what a lesson asks for: one operator for each kind of request.
struct Requested {
    const CommandContext& command;

    void operator()(const GoToLessonStep& step) const { command.frame_actions.requests.push_back({step}); }
    void operator()(const BringBackBeginning& request) const { command.frame_actions.requests.push_back({request}); }
    void operator()(const lesson_request::BeginAnew& /*request*/) const { run_action("action:lesson-anew", command); }
    void operator()(const lesson_request::ListLessons& /*request*/) const { run_action("action:lessons", command); }
    void operator()(const lesson_request::GoToCell& to) const {
        const bool is_in_sight = command.workspace.array() == to.cell.array;
        const auto picture = command.workspace.picture;
        go_to_cell(command.ui, command.workspace, to.cell);
        if (is_in_sight)
            command.workspace.picture = picture;
    }
    void operator()(const lesson_request::Tell& told) const {
        std::optional<Notice>& notice = command.workspace.notice;
        if (told.text.empty())
            notice.reset();
        else if (told.why_true.empty())
            notice = passing(notice_of_deed(told.text));
        else
            notice = passing({{told.text, Always{told.why_true}}, HoldsWhile::in_lecture});
    }
};

} // namespace

MomentOfStep::MomentOfStep(const UiContext& ui, const Moment* moment)
    : session_(moment == nullptr ? ui.session : moment->session), trace_(moment == nullptr ? ui.trace : moment->trace) {
    if (session_.notation == ui.session.notation)
        return;
    in_other_notation_ = session_;
    in_other_notation_->notation = ui.session.notation;
}

LessonSight sight_of(const UiContext& ui) {
    return {.now = ui.snapshot(),
            .course = *ui.status.lessons,
            .revision = ui.status.revision,
            .selected = inspected_cell(ui),
            .item = ui.workspace.item,
            .look = ui.view_state.look,
            .is_for_audience = ui.scope().is_for_audience};
}

void advance_lesson(const CommandContext& command, const LessonEvent& event) {
    Workspace& workspace = command.workspace;
    const CourseRecord& record = workspace;
    LessonAdvance next = advance({*workspace.lesson, record}, event, sight_of(command.ui));
    LessonRun& run = workspace.lesson.emplace(std::move(next.state.run));
    static_cast<CourseRecord&>(workspace) = std::move(next.state.record);
    show_remarks(workspace);
    for (const LessonRequest& request : next.requests)
        std::visit(Requested{command}, request);
    if (const auto lines = lines_of(run.acting, run.lesson->id); !lines) {
        run.acting.clear();
        workspace.notice = refusal(command.ui.session, lines.error());
    }
}

void begin_lesson_step(const CommandContext& command) {
    const UiContext& ui = command.ui;
    Workspace& workspace = command.workspace;
    advance_lesson(command, lesson_event::Begin());
    workspace.key_focus.reset(); // the focused button means something else now
    workspace.lesson_scroll = 0;
    workspace.on_opening = false;
    if (const auto& place = workspace.lesson->now().open) {
        show_place(ui, workspace, *place);
        show_plainly(ui, workspace);
    }
    show_named_lines(ui, workspace);
    if (scope_of(workspace).is_first_minute) {
        follow_word(ui, workspace);
        workspace.field.reset();
        open_name_field(workspace);
    }
}

void leave_lesson(Workspace& workspace) {
    const LessonRun run = *std::exchange(workspace.lesson, std::nullopt);
    workspace.keep_quiz(run);
    if (run.lesson->number > 0 && !run.has_ended) {
        workspace.notice = notice_of_deed("The lesson goes on where you left it: Help, Lessons.");
        workspace.notice->leads_on = {{"action:lesson/" + run.lesson->id, "Go on"}};
    }
    show_all_lines(workspace);
    workspace.field.reset();
}

std::string name_of_lecture(const LessonLabel& label) {
    return fmt::format("A lecture, {} {}", number_word(label.steps), noun_for(label.steps, "scene"));
}

Prose asked_cell_words(const UiContext& ui, const CellId& cell) {
    const bool reads = row_role(cell.array) == Role::queries && column_role(cell.array) == Role::keys;
    if (!reads || !ui.scope().marks_cells())
        return cell_words(ui, cell);
    return prose("row {}, column {}", token_name(ui, false, cell.row), token_name(ui, true, cell.column));
}

} // namespace attn
