#include "ui/actions/lesson_draft.h"

#include "ui/actions/navigation.h"

#include <fmt/format.h>
#include <memory>
#include <utility>

namespace attn {

namespace {

std::shared_ptr<const Beginning> present(const UiContext& ui) {
    return std::make_shared<const Beginning>(Beginning{ui.session, ui.trace});
}

} // namespace

void begin_draft(const CommandContext& command) {
    command.workspace.draft = LessonDraft{command.ui.session};
    command.workspace.noted = present(command.ui);
    command.workspace.notice =
        notice_of_deed("A new lesson begins here. Select or change something, then note it: Help, or Alt+Insert.");
}

void note_draft_step(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    Result<DraftStep> step =
        draft_step(workspace.noted->snapshot(), {command.ui.session, command.ui.trace}, place_in_sight(command.ui));
    if (!step) {
        workspace.notice = refusal(command.ui.session, step.error());
        return;
    }
    const std::string what = step->solution.empty() ? std::string("a look at what is selected")
                                                    : fmt::format("a task: {}", fmt::join(step->solution, "; "));
    workspace.draft->steps.push_back(*std::move(step));
    workspace.noted = present(command.ui);
    workspace.notice =
        notice_of_deed(fmt::format("Step {} of the new lesson is {}.", workspace.draft->steps.size(), what));
}

void end_draft(Workspace& workspace) {
    workspace.draft.reset();
    workspace.noted.reset();
}

} // namespace attn
