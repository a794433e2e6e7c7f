#include "ui/actions/actions.h"

#include "core/document/session/edits.h"
#include "core/files/printable.h"
#include "core/model/options.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/argument_actions.h"
#include "ui/actions/dialog.h"

#include <algorithm>
#include <charconv>
#include <fmt/core.h>
#include <system_error>

namespace attn {

namespace {

/// Gives an option the value. If the option has no action for its usual value, the same choice again restores that.
void choose_option(const CommandContext& command, const FoundChoice& found) {
    const OptionChoice* const usual = choice_of(*found.option, {});
    const bool goes_back =
        usual != nullptr && usual->action.empty() && found.option->value(command.ui.layer()) == found.choice->value;
    make(command, SetOption{found.option->id, goes_back ? OptionValue() : found.choice->value});
}

/// The row with the longest id that the target begins with: "export/page/next" before "export".
const ArgumentAction* find_argument_action(std::string_view target) {
    const ArgumentAction* longest = nullptr;
    for (const ArgumentAction* const action : argument_actions()) {
        const bool fits = target == action->id || (target.starts_with(action->id) && target[action->id.size()] == '/');
        if (fits && (longest == nullptr || longest->id.size() < action->id.size()))
            longest = action;
    }
    return longest;
}

Result<void> run(std::string_view id, const CommandContext& command) {
    if (const Action* const action = find_action(id)) {
        const bool is_enabled = action->enabled == nullptr || action->enabled(command.ui);
        if (is_enabled && action->run == nullptr)
            open_overlay(command, dialog_of_action(id).kind);
        else if (is_enabled)
            action->run(command);
        return {};
    }
    if (const auto found = find_choice(id)) {
        choose_option(command, *found);
        return {};
    }
    const ArgumentAction* const action = find_argument_action(id);
    if (action == nullptr)
        return error("there is no action called “{}”", printable(id));
    const std::string_view argument = id.substr(std::min(id.size(), action->id.size() + 1));
    return action->takes.run(command, argument);
}

} // namespace

std::optional<Index> number_from_1(std::string_view text) {
    Index number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || number < 1)
        return std::nullopt;
    return number - 1;
}

std::optional<Index> number_among(Index count, std::string_view text) {
    const std::optional<Index> number = number_from_1(text);
    return number && *number < count ? number : std::nullopt;
}

std::span<const Action> actions() {
    static const std::vector<Action> all = [] {
        std::vector<Action> joined;
        for (const auto table : {file_actions(), view_actions(), playback_actions(), edit_actions(), session_actions(),
                                 token_actions(), layer_actions(), guide_actions(), lesson_actions()})
            joined.insert(joined.end(), table.begin(), table.end());
        for (Action& action : joined)
            if (action.option) {
                action.label = option(*action.option).label;
                action.about = option(*action.option).about;
            }
        return joined;
    }();
    return all;
}

const Action* find_action(std::string_view id) {
    const auto all = actions();
    const auto found = std::ranges::find(all, id, &Action::id);
    return found == all.end() ? nullptr : &*found;
}

std::span<const ArgumentAction* const> argument_actions() {
    static const std::vector<const ArgumentAction*> all = [] {
        std::vector<const ArgumentAction*> joined;
        for (const auto table : {choice_actions(), dialog_actions(), export_dialog_actions(), readout_actions(),
                                 model_actions(), layer_answer_actions(), lesson_argument_actions()})
            for (const ArgumentAction& action : table)
                joined.push_back(&action);
        return joined;
    }();
    return all;
}

void run_action(std::string_view target, const CommandContext& command) {
    if (!target.starts_with(action_prefix))
        return;
    command.workspace.pointing = {.at = command.workspace.pointing.at};
    if (const Result<void> done = run(target.substr(action_prefix.size()), command); !done)
        command.workspace.notice = refusal(command.ui.session, done.error());
}

} // namespace attn
