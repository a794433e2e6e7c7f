#include "ui/actions/lesson_names.h"

#include "core/figure/pictures/labels.h"
#include "core/lesson/beside_task.h"
#include "core/model/arrays.h"
#include "ui/actions/navigation.h"

#include <algorithm>
#include <fmt/format.h>
#include <span>

namespace attn {

namespace {

bool names_array(const LessonStep& step, ArrayId array) {
    const std::string reference = fmt::format("{{name {}}}", array_name(array));
    const bool is_asked = (step.bet && step.bet->ask.find(reference) != std::string::npos) ||
                          (step.task && step.task->ask.find(reference) != std::string::npos);
    return is_asked || (step.open && step.open->stage == array) || step.text.find(reference) != std::string::npos;
}

/// The arrays that this lesson is the first to name and has named by now: an array counts from the step that says it or
/// opens on it; an array that no step says or opens counts from the lesson's beginning.
std::vector<ArrayId> named_by_now(const LessonRun& run) {
    const auto& steps = run.lesson->steps;
    std::vector<ArrayId> named = run.lesson->names;
    std::erase_if(named, [&](ArrayId array) {
        const auto first =
            std::ranges::find_if(steps, [&](const LessonStep& step) { return names_array(step, array); });
        return first != steps.end() && first - steps.begin() > static_cast<std::ptrdiff_t>(run.step);
    });
    return named;
}

/// All arrays that this lesson and the lessons before it have named so far.
std::vector<ArrayId> named_so_far(const UiContext& ui) {
    const LessonRun& run = *ui.workspace.lesson;
    std::vector<ArrayId> named = named_by_now(run);
    for (const LessonLabel& label : ui.status.lessons->labels())
        if (label.number > 0 && label.number < run.lesson->number)
            named.insert(named.end(), label.names.begin(), label.names.end());
    return named;
}

/// True if an open bet asks for a number of the array, or for an order: the strip above the stage would tell it.
bool is_asked_for(const LessonRun& run, ArrayId array) {
    const auto& bet = run.now().bet;
    if (!bet || run.bet.is_settled)
        return false;
    return bet->kind == Bet::Kind::order || (bet->kind == Bet::Kind::type && bet->cell && bet->cell->array == array);
}

} // namespace

std::vector<ArrayId> named_arrays(const UiContext& ui) {
    const LessonRun& run = *ui.workspace.lesson;
    const std::vector<ArrayId> steps = shown_steps(ui);
    std::vector<ArrayId> named = steps;
    if (!ui.scope().names_all) {
        named = named_so_far(ui);
        // Arrays of earlier lessons stay if they are steps of this lesson's layer or if this step speaks of them.
        std::erase_if(named, [&](ArrayId array) {
            return std::ranges::find(steps, array) == steps.end() && !names_array(run.now(), array) &&
                   std::ranges::find(run.lesson->names, array) == run.lesson->names.end();
        });
        std::erase_if(named, [&](ArrayId array) { return is_asked_for(run, array); });
    }
    named.push_back(ui.workspace.array());
    if (run.now().open) // to go elsewhere from there, and come back
        named.push_back(run.now().open->stage);
    if (run.now().task)
        for (const std::string& part : allowed_parts(run.now().task->done))
            if (const auto array = find_array(part.substr(0, part.find('/'))))
                named.push_back(*array);
    std::erase_if(named, [&](ArrayId array) { return !ui.trace.has(array); });
    std::ranges::sort(named);
    named.erase(std::unique(named.begin(), named.end()), named.end());
    return named;
}

bool is_named_later(const UiContext& ui, ArrayId array) {
    if (ui.scope().names_all || ui.workspace.lesson->lesson->number == 0)
        return false;
    const LessonRun* const run = &*ui.workspace.lesson;
    const auto has = [&](const std::vector<ArrayId>& names) { return std::ranges::find(names, array) != names.end(); };
    return !has(named_so_far(ui)) &&
           (has(run->lesson->names) || std::ranges::any_of(ui.status.lessons->labels(), [&](const LessonLabel& label) {
                return label.number > run->lesson->number && has(label.names);
            }));
}

bool is_made_of_unnamed(const UiContext& ui, ArrayId array) {
    if (is_named_later(ui, array))
        return true;
    for (const RecipeRow& recipe : row_of(array).recipes)
        for (const OperandRow& operand : recipe.operands)
            for (const ArrayId read : operand.arrays)
                if (has_array(ui, read) && is_made_of_unnamed(ui, read))
                    return true;
    return false;
}

bool shows_menu(const UiContext& ui, std::string_view menu) {
    const auto needs = [&](const std::vector<std::string>& menus) {
        return std::ranges::find(menus, menu) != menus.end();
    };
    if (ui.scope().has_few_menus)
        return std::ranges::any_of(ui.status.lessons->labels(), [&](const LessonLabel& label) {
            return label.number > 0 && ui.workspace.lesson_progress.contains(label.id) && needs(label.menus);
        });
    if (ui.scope().names_all || ui.scope().is_first_minute)
        return true;
    const LessonRun* const run = &*ui.workspace.lesson;
    const auto present = std::span(run->lesson->steps).first(run->step + 1);
    return std::ranges::any_of(present, needs, &LessonStep::menus) ||
           std::ranges::any_of(ui.status.lessons->labels(), [&](const LessonLabel& label) {
               return label.number > 0 && label.number < run->lesson->number && needs(label.menus);
           });
}

bool is_named_later(const UiContext& ui, std::string_view target) {
    return (target == "field:temperature" && !shows_menu(ui, "temperature")) ||
           (target == "action:menu/rare" && !shows_menu(ui, "rare"));
}

bool is_hidden_by_task(const UiContext& ui, std::string_view action) {
    const auto& run = ui.workspace.lesson;
    return run && run->now().task && !run->task.was_done &&
           std::ranges::find(run->now().task->hides, action) != run->now().task->hides.end();
}

namespace {

/// The read-out that a condition, or a part of it, is about.
std::optional<std::size_t> read_out_in(const Condition& condition) {
    if (condition.kind == Condition::Kind::read_out)
        return static_cast<std::size_t>(condition.count);
    for (const Condition& part : condition.parts)
        if (const auto found = read_out_in(part))
            return found;
    return std::nullopt;
}

std::optional<std::size_t> asked_read_out(const LessonStep& step) {
    if (step.task)
        return read_out_in(step.task->done);
    return step.bet && step.bet->shows ? read_out_in(*step.bet->shows) : std::nullopt;
}

/// True if some rows of the head's W_O reach the read-out's columns.
bool votes_in(const Layer& layer, Index head, const ReadOut& readout) {
    const Matrix& votes = layer.heads.at(static_cast<std::size_t>(head)).W_O;
    if (readout.first + readout.count() > votes.columns()) // the read-out is that of a wider layer
        return false;
    for (Index row = 0; row < votes.rows(); ++row)
        for (Index column = 0; column < readout.count(); ++column)
            if (votes(row, readout.first + column) != 0)
                return true;
    return false;
}

} // namespace

std::size_t shown_read_out(const UiContext& ui) {
    const auto& run = ui.workspace.lesson;
    const std::vector<ReadOut>& readouts = ui.session.readouts;
    if (!run || readouts.size() < 2)
        return 0;
    if (const auto asked = asked_read_out(run->now()); asked && *asked < readouts.size())
        return *asked;
    // As the step began, because a task may ask to silence the head.
    const Layer& layer = run->beginning != nullptr ? run->beginning->session.layer() : ui.layer();
    if (ui.workspace.head >= std::ssize(layer.heads))
        return 0;
    const auto votes = [&](const ReadOut& readout) { return votes_in(layer, ui.workspace.head, readout); };
    return std::ranges::count_if(readouts, votes) == 1
               ? static_cast<std::size_t>(std::ranges::find_if(readouts, votes) - readouts.begin())
               : 0;
}

void show_named_lines(const UiContext& ui, Workspace& workspace) {
    show_all_lines(workspace);
    show_remarks(workspace);
    if (ui.scope().names_all)
        return;
    const LessonRun* const run = &*workspace.lesson;
    workspace.says_token_lines = !run->now().hides_words;
    workspace.block_to = run->now().block_to;
    if (run->lesson->number == 0) // after the whole course all arrays have been named
        return;
    workspace.token_lines = named_so_far(ui);
    workspace.names_roles = std::ranges::find(workspace.token_lines, ArrayId::K) != workspace.token_lines.end();
}

void show_all_lines(Workspace& workspace) {
    workspace.token_lines.clear();
    workspace.says_token_lines = workspace.names_roles = workspace.says_remarks = true;
    workspace.hides_made = false;
    workspace.block_to = BlockPart::next;
}

void show_remarks(Workspace& workspace) {
    const auto& run = workspace.lesson;
    const bool asks = run && run->now().bet && !run->bet.is_settled;
    workspace.says_remarks = !asks && !(run && run->now().hides_remark);
    workspace.hides_made = asks && run->now().bet->kind == Bet::Kind::type;
}

} // namespace attn
