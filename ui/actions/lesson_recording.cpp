#include "ui/actions/lesson_recording.h"

#include "ui/actions/navigation.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>
#include <utility>

namespace attn {

namespace {

constexpr std::size_t most_pointed_at = 8;

std::shared_ptr<const Beginning> present(const UiContext& ui) {
    return std::make_shared<const Beginning>(Beginning{ui.session, ui.trace});
}

Result<DraftStep> step_since(const Beginning& before, const UiContext& ui) {
    return draft_step(before.snapshot(), {ui.session, ui.trace}, place_in_sight(ui));
}

CellId cell_at(const Opening& place) {
    return {place.stage, place.item, place.head, place.row, place.column};
}

bool is_same_matrix(const Opening& a, const Opening& b) {
    return a.stage == b.stage && a.item == b.item && a.head == b.head;
}

/// "a task: type cell:W_V/1[2,2] 0".
std::string step_in_words(const DraftStep& step) {
    if (!step.solution.empty())
        return fmt::format("a task: {}", fmt::join(step.solution, "; "));
    return step.points_at.size() > 1 ? fmt::format("a look at {} cells", step.points_at.size())
                                     : std::string("a look at what is selected");
}

/// Tells of a lesson that is being made, as long as it is.
Notice while_made(std::string text) {
    Notice notice = notice_of_deed(std::move(text));
    notice.holds = HoldsWhile::making_lesson;
    return notice;
}

void tell_of_last(Workspace& workspace) {
    const std::vector<DraftStep>& steps = workspace.recording->draft.steps;
    workspace.notice = while_made(
        steps.empty() ? std::string("The new lesson has no step any more.")
                      : fmt::format("Step {} of the new lesson is {}.", steps.size(), step_in_words(steps.back())));
}

void add_step(const UiContext& ui, Workspace& workspace, DraftStep step) {
    LessonRecording& recording = *workspace.recording;
    recording.before.push_back(recording.noted);
    recording.draft.steps.push_back(std::move(step));
    recording.noted = present(ui);
    tell_of_last(workspace);
}

/// The lines of a script without the numbers and words that they type.
LessonScript targets(LessonScript lines) {
    for (std::string& line : lines)
        if (line.starts_with("type "))
            line.resize(line.find(' ', 5));
    return lines;
}

/// Undo led to where one of the steps began: it and those after it never were.
bool takes_back_steps(const UiContext& ui, LessonRecording& recording) {
    for (std::size_t step = recording.before.size(); step-- > 0;) {
        const Result<DraftStep> since = step_since(*recording.before[step], ui);
        if (!since || !since->solution.empty())
            continue;
        recording.noted = recording.before[step];
        recording.before.resize(step);
        recording.draft.steps.resize(step);
        return true;
    }
    return false;
}

/// The same cells were given other numbers: one step, with the last of them.
bool goes_on_with_step(const UiContext& ui, LessonRecording& recording) {
    if (recording.before.empty() || recording.draft.steps.back().solution.empty() || !recording.selected.empty())
        return false;
    DraftStep& last = recording.draft.steps.back();
    Result<DraftStep> whole = step_since(*recording.before.back(), ui);
    if (!whole || targets(whole->solution) != targets(last.solution))
        return false;
    whole->points_at = std::move(last.points_at);
    last = *std::move(whole);
    recording.noted = present(ui);
    return true;
}

void record_edit(const UiContext& ui, Workspace& workspace) {
    LessonRecording& recording = *workspace.recording;
    if (takes_back_steps(ui, recording) || goes_on_with_step(ui, recording)) {
        recording.selected.clear();
        tell_of_last(workspace);
        return;
    }
    Result<DraftStep> step = step_since(*recording.noted, ui);
    if (!step) {
        workspace.notice = refusal(ui.session, step.error());
        return;
    }
    if (step->solution.empty())
        return;
    step->points_at = std::exchange(recording.selected, {});
    add_step(ui, workspace, *std::move(step));
}

void note_selection(LessonRecording& recording, const CellId& cell) {
    std::erase(recording.selected, cell);
    recording.selected.push_back(cell);
    if (recording.selected.size() > most_pointed_at)
        recording.selected.erase(recording.selected.begin());
}

/// What was done until now counts for no step.
void count_from_now(const UiContext& ui, LessonRecording& recording) {
    recording.noted = present(ui);
    recording.revision = ui.status.revision;
    recording.place = place_in_sight(ui);
    recording.selected.clear();
}

} // namespace

void begin_recording(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    workspace.recording = LessonRecording{LessonDraft{command.ui.session}};
    count_from_now(command.ui, *workspace.recording);
    workspace.notice = while_made("Recording: each change becomes a step of a new lesson. “Stop” ends that, and Help, "
                                  "“Save the lesson”, keeps it; “Give up” forgets it.");
    workspace.notice->records = true;
}

void pause_recording(const CommandContext& command) {
    LessonRecording& recording = *command.workspace.recording;
    note_selected(command.ui, command.workspace);
    recording.is_on = !recording.is_on;
    if (recording.is_on)
        count_from_now(command.ui, recording);
    command.workspace.notice =
        passing(while_made(recording.is_on ? "Recording goes on: each change becomes a step again."
                                           : "Stopped. The same button goes on, above; Help saves the lesson, or gives "
                                             "it up."));
}

void give_up_recording(const CommandContext& command) {
    command.workspace.recording.reset();
    command.workspace.notice = passing(notice_of_deed("The new lesson is given up. What you changed stays."));
}

void note_step(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    workspace.recording->selected.clear();
    Result<DraftStep> step = step_since(*workspace.recording->noted, command.ui);
    if (step)
        add_step(command.ui, workspace, *std::move(step));
    else
        workspace.notice = refusal(command.ui.session, step.error());
}

void note_selected(const UiContext& ui, Workspace& workspace) {
    LessonRecording& recording = *workspace.recording;
    if (!recording.is_on || recording.selected.empty())
        return;
    DraftStep look;
    look.looked_at = recording.place;
    look.points_at = std::exchange(recording.selected, {});
    add_step(ui, workspace, std::move(look));
}

void follow_recording(const UiContext& ui, Workspace& workspace) {
    if (!workspace.recording || !workspace.recording->is_on || workspace.drag)
        return;
    LessonRecording& recording = *workspace.recording;
    const Opening place = place_in_sight(ui);
    if (std::exchange(recording.revision, ui.status.revision) != ui.status.revision)
        record_edit(ui, workspace);
    else if (!is_same_matrix(place, recording.place))
        note_selected(ui, workspace);
    else if (cell_at(place) != cell_at(recording.place))
        note_selection(recording, cell_at(place));
    workspace.recording->place = place;
}

} // namespace attn
