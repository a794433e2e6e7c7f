#include "ui/actions/lesson_script.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "ui/actions/fields.h"
#include "ui/actions/menus.h"
#include "ui/actions/navigation.h"
#include "ui/actions/token_places.h"

#include <algorithm>
#include <array>
#include <fmt/core.h>
#include <optional>

namespace attn {

namespace {

constexpr std::string_view cell_prefix = "cell:";
constexpr std::string_view field_prefix = "field:";

Error not_for_lessons(const ScriptLine& line) {
    return error("“{}” is no line of a lesson; expected step, head, click, type or key ctrl+z", printable(line.text));
}

/// True if undo, or redo, leads to a state of the document that is shown, or does nothing.
bool stays_in_document(History history, bool back) {
    const std::uint64_t document = history.document();
    if (back && history.can_undo())
        history.undo();
    if (!back && history.can_redo())
        history.redo();
    return history.document() == document;
}

/// False for requests that open, save, export or quit, and for those that lead out of the step.
bool stays_in_step(const Request& request, const History& history) {
    if (std::holds_alternative<Undo>(request))
        return stays_in_document(history, true);
    if (std::holds_alternative<Redo>(request))
        return stays_in_document(history, false);
    return std::holds_alternative<KeepBaseline>(request) || std::holds_alternative<DropBaseline>(request);
}

Error left_to_learner(const ScriptLine& line) {
    return error("“{}” is for the learner's own hands; a line of a lesson changes what its step shows",
                 printable(line.text));
}

/// True for targets that answer, hint or turn pages in a lesson, and for the search, which finds them all.
bool is_for_learner(std::string_view target) {
    constexpr std::array<std::string_view, 3> names{"action:lesson", "field:lesson", "field:find"};
    return std::ranges::any_of(names, [&](std::string_view name) { return target.starts_with(name); });
}

std::optional<CellId> named_cell(const UiContext& ui, std::string_view target) {
    if (!target.starts_with(cell_prefix))
        return std::nullopt;
    const auto cell = parse_cell_name(target.substr(cell_prefix.size()), ui.workspace.item);
    return cell && ui.trace.contains(*cell) ? cell : std::nullopt;
}

/// Does the command of a line.
struct ActingLine {
    const ScriptLine& line;
    const CommandContext& command;

    Result<void> operator()(const script::Step& step) const {
        if (step.to != script::Step::To::array) {
            step_by(command.ui, command.workspace, step.to == script::Step::To::next ? 1 : -1);
            return {};
        }
        run_action(fmt::format("action:step/{}", array_name(step.array)), command);
        return {};
    }
    Result<void> operator()(const script::Head& head) const {
        run_action(fmt::format("action:head/{}", head.head + 1), command);
        return {};
    }
    Result<void> operator()(const script::Click& click) const {
        if (is_for_learner(click.target))
            return left_to_learner(line);
        if (const auto cell = cell_of(click.target))
            go_to_cell(command.ui, command.workspace, *cell);
        else if (!shows_asked_picture(click.target))
            return error("{}: that picture cannot show what is in sight", printable(line.text));
        else if (click.target.starts_with(action_prefix))
            run_action(click.target, command);
        else
            return not_for_lessons(line);
        return {};
    }
    Result<void> operator()(const script::Type& typed) const {
        if (const auto cell = cell_of(typed.target)) {
            const Result<float> number = parse_number(typed.text);
            return number ? make_if_valid(command, SetCell{*cell, *number}) : Result<void>(number.error());
        }
        if (is_for_learner(typed.target))
            return left_to_learner(line);
        FieldEdit field;
        field.text = typed.text;
        if (const auto token = find_token(typed.target))
            field.name = token_field(*token);
        else if (typed.target.starts_with(field_prefix))
            field.name = typed.target;
        else
            return not_for_lessons(line);
        return commit_field(field, command);
    }
    Result<void> operator()(const script::Press& press) const {
        const Chord& chord = press.chord;
        if (chord.control && chord.key == letter_key('z'))
            command.frame_actions.requests.push_back({Undo{}});
        else if (chord.control && chord.key == letter_key('y'))
            command.frame_actions.requests.push_back({Redo{}});
        else if (chord.key == Key::escape)
            command.workspace.overlay.reset();
        else
            return not_for_lessons(line);
        return {};
    }
    template <class Other>
    Result<void> operator()(const Other& /*command*/) const {
        return not_for_lessons(line);
    }

private:
    /// False if the target asks for a picture that cannot be drawn now, so that another would be shown in its place.
    bool shows_asked_picture(std::string_view target) const {
        constexpr std::string_view prefix = "action:picture/";
        if (!target.starts_with(prefix))
            return true;
        const auto asked = std::ranges::find(pictures(), target.substr(prefix.size()), &Picture::name);
        return asked == pictures().end() || asked->fits(command.ui); // an unknown picture fails when it is run
    }

    std::optional<CellId> cell_of(std::string_view target) const { return named_cell(command.ui, target); }
};

/// The button that is marked for an action: that of the menu in which it is, or else its own.
std::string button_of(std::string_view target) {
    const Action* const action = find_action(target.substr(action_prefix.size()));
    for (const MenuRow& menu : menus())
        if (action != nullptr && action->menus.in(menu.id) != nullptr)
            return fmt::format("action:menu/{}", menu.name);
    return std::string(target);
}

ShownChange change_of_cell(const UiContext& ui, const CellId& cell, std::string_view typed) {
    const Result<float> number = parse_number(typed);
    return {.target = std::string(cell_prefix) + cell_name(cell),
            .text = fmt::format("{}, {}: {} → {}", matrix_name(ui.session, cell.array, cell.head),
                                cell_words(ui, cell).letters(), full_number(ui.trace.value(cell)),
                                number ? full_number(*number) : std::string(typed)),
            .cell = cell};
}

} // namespace

ShownChange change_by(const UiContext& ui, const ScriptLine& line) {
    if (const auto* const typed = std::get_if<script::Type>(&line.command)) {
        if (const auto cell = named_cell(ui, typed->target))
            return change_of_cell(ui, *cell, typed->text);
        const std::string before = field_text(ui, typed->target);
        return {.target = typed->target,
                .text = before.empty() ? before : fmt::format("{} → {}", before, typed->text),
                .cell = {}};
    }
    const auto* const click = std::get_if<script::Click>(&line.command);
    if (click == nullptr || !click->target.starts_with(action_prefix))
        return {};
    if (click->target == "action:head-on")
        return {.target = fmt::format("action:head/{}", ui.workspace.head + 1), .text = {}, .cell = {}};
    return {.target = button_of(click->target), .text = {}, .cell = {}};
}

Result<std::vector<ScriptLine>> lines_of(const LessonScript& script, const std::string& lesson) {
    std::string text;
    for (const std::string& line : script)
        text += line + "\n";
    return parse_script(text, lesson);
}

Result<void> act_out(const ScriptLine& line, const History& history, const CommandContext& command) {
    if (Result<void> done = std::visit(ActingLine{line, command}, line.command); !done)
        return done;
    std::vector<RequestAction>& requests = command.frame_actions.requests;
    if (std::ranges::all_of(requests,
                            [&](const RequestAction& asked) { return stays_in_step(asked.request, history); }))
        return {};
    requests.clear();
    return error("“{}” leads out of the step; a line of a lesson changes what its step shows", printable(line.text));
}

} // namespace attn
