#include "ui/actions/lesson_names.h"

#include "core/model/arrays.h"
#include "ui/actions/navigation.h"

#include <algorithm>

namespace attn {

namespace {

/// All that the lessons so far have named.
std::vector<ArrayId> named_so_far(const UiContext& ui) {
    const LessonRun& run = *ui.workspace.lesson;
    std::vector<ArrayId> named = run.lesson->names;
    for (const LessonLabel& label : ui.status.lessons->labels())
        if (label.number > 0 && label.number < run.lesson->number)
            named.insert(named.end(), label.names.begin(), label.names.end());
    return named;
}

/// The arrays that a task allows to be changed, wherever its condition says so.
void add_allowed(const Condition& condition, std::vector<ArrayId>& arrays) {
    for (const std::string& part : condition.parts_allowed)
        if (const auto array = find_array(part.substr(0, part.find('/'))))
            arrays.push_back(*array);
    for (const Condition& part : condition.parts)
        add_allowed(part, arrays);
}

} // namespace

std::vector<ArrayId> named_arrays(const UiContext& ui) {
    const LessonRun& run = *ui.workspace.lesson;
    const std::vector<ArrayId> steps = shown_steps(ui);
    std::vector<ArrayId> named = steps;
    if (!run.shows_everything) {
        named = named_so_far(ui);
        // Of the lessons before, what this one's layer has as steps.
        std::erase_if(named, [&](ArrayId array) {
            return std::ranges::find(steps, array) == steps.end() &&
                   std::ranges::find(run.lesson->names, array) == run.lesson->names.end();
        });
    }
    named.push_back(ui.workspace.array());
    if (run.now().open) // from where one goes elsewhere, and comes back
        named.push_back(run.now().open->stage);
    if (run.now().task)
        add_allowed(run.now().task->done, named);
    std::erase_if(named, [&](ArrayId array) { return !ui.trace.has(array); });
    std::ranges::sort(named);
    named.erase(std::unique(named.begin(), named.end()), named.end());
    return named;
}

bool shows_menu(const UiContext& ui, std::string_view menu) {
    const auto& run = ui.workspace.lesson;
    if (!run || run->shows_everything || run->fills_window())
        return true;
    const auto needs = [&](const std::vector<std::string>& menus) {
        return std::ranges::find(menus, menu) != menus.end();
    };
    return needs(run->lesson->menus) || std::ranges::any_of(ui.status.lessons->labels(), [&](const LessonLabel& label) {
               return label.number > 0 && label.number < run->lesson->number && needs(label.menus);
           });
}

void show_named_lines(const UiContext& ui, Workspace& workspace) {
    show_all_lines(workspace);
    const auto& run = workspace.lesson;
    if (!run || run->shows_everything)
        return;
    workspace.says_token_lines = !run->now().hides_words;
    if (run->lesson->number == 0) // of the whole course all have been named
        return;
    workspace.token_lines = named_so_far(ui);
    workspace.names_roles = std::ranges::find(workspace.token_lines, ArrayId::K) != workspace.token_lines.end();
}

void show_all_lines(Workspace& workspace) {
    workspace.token_lines.clear();
    workspace.says_token_lines = workspace.names_roles = true;
}

} // namespace attn
