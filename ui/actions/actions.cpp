#include "ui/actions/actions.h"

#include "ui/actions/action_tables.h"
#include "ui/actions/export_actions.h"

#include "core/document/edits.h"
#include "core/explain/glossary.h"
#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/picture.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/model/options.h"
#include "core/notation/notation.h"
#include "ui/actions/fields.h"
#include "ui/actions/folder_list.h"
#include "ui/actions/navigation.h"
#include "ui/actions/readout_edits.h"
#include "ui/actions/start.h"
#include "ui/panels/diff.h"
#include "ui/panels/hypothesis.h"
#include "ui/panels/layer_questions.h"
#include "ui/panels/menu.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <fmt/core.h>
#include <optional>
#include <system_error>

namespace attn {

namespace {

constexpr std::string_view action_prefix = "action:";

const Action* find_action(std::string_view id) {
    const auto all = actions();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Action& action) { return action.id == id; });
    return found == all.end() ? nullptr : &*found;
}

std::optional<Index> number_from_1(std::string_view text) {
    Index number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc() || end != text.data() + text.size() || number < 1)
        return std::nullopt;
    return number - 1;
}

void choose(const CommandContext& command, const Action& action) {
    if (action.enabled == nullptr || action.enabled(command.ui))
        action.run(command);
}

Error no_such(std::string_view kind, std::string_view name) {
    return error("there is no {} called “{}”", kind, printable(name));
}

Result<void> open_menu(const CommandContext& command, std::string_view name) {
    if (!is_menu(name))
        return no_such("menu", name);
    const bool same = command.workspace.overlay && command.workspace.overlay->menu == name;
    command.workspace.overlay.reset();
    if (!same)
        command.workspace.overlay = Overlay{Overlay::Kind::menu, std::string(name), command.anchor, -1};
    return {};
}

Result<void> show_array(const CommandContext& command, std::string_view name) {
    const std::optional<ArrayId> array = find_array(name);
    if (!array)
        return no_such("stage", name);
    if (const ArrayId stage = *array; is_stage(stage))
        go_to_step(command.ui, command.workspace, stage);
    else
        show_parameter(command.ui, command.workspace, *array);
    return {};
}

Result<void> show_named_picture(const CommandContext& command, std::string_view name) {
    const auto all = pictures();
    const auto row = std::ranges::find(all, name, &Picture::name);
    if (row == all.end())
        return no_such("picture", name);
    show_picture(command.ui, command.workspace, row->id());
    return {};
}

Result<void> unpin(const CommandContext& command, std::string_view name) {
    const auto cell = parse_cell_name(name);
    if (!cell)
        return no_such("cell", name);
    command.frame_actions.edits.push_back({Unpin{*cell}});
    return {};
}

void answer_unsaved(const CommandContext& command, std::string_view answer) {
    Workspace& workspace = command.workspace;
    workspace.overlay.reset();
    if (answer == "save" && workspace.present_is_saved) {
        workspace.waiting.reset();
        command.frame_actions.requests.push_back({GoBackToUnsaved{}});
    } else if (answer == "save")
        command.frame_actions.requests.push_back({SaveFile{}}); // what waits goes on when it is saved
    else if (const std::optional<Request> waiting = std::exchange(workspace.waiting, std::nullopt))
        command.frame_actions.requests.push_back({*waiting, true});
}

/// What becomes of a file that somebody else has changed, or that is no session.
void answer_replacing(const CommandContext& command, std::string_view answer) {
    Workspace& workspace = command.workspace;
    workspace.overlay.reset();
    std::optional<Replacement> replacement = std::exchange(workspace.replacement, std::nullopt);
    if (!replacement)
        return;
    if (answer == "yes") {
        replacement->request.asked = true;
        command.frame_actions.requests.push_back({replacement->request});
    } else
        open_overlay(command, Overlay::Kind::save_file);
}

void open_recent(const CommandContext& command, Index number) {
    const auto recent = command.ui.status.recent;
    if (number < std::ssize(recent))
        command.frame_actions.requests.push_back({OpenFile{recent[static_cast<std::size_t>(number)]}});
}

/// What is chosen to be opened is; what is chosen for saving stands in the field, so that nothing is replaced at once.
void choose_file(const CommandContext& command, Index number) {
    if (!lists_files(command.ui) || !choose_entry(command.ui, command.workspace, number))
        return;
    const Overlay::Kind kind = command.workspace.overlay->kind;
    if (kind != Overlay::Kind::open_file && kind != Overlay::Kind::check_file)
        return;
    const FieldEdit field = *command.workspace.field;
    if (const Result<void> taken = commit_field(field, command); !taken)
        command.workspace.field_problem = taken.error().message;
    else
        command.workspace.field.reset();
}

const LeftWorkLabel* left_work(const CommandContext& command, Index number) {
    const auto works = command.ui.status.left_work;
    return number < std::ssize(works) ? &works[static_cast<std::size_t>(number)] : nullptr;
}

void open_left_work(const CommandContext& command, Index number) {
    if (const LeftWorkLabel* const work = left_work(command, number)) {
        command.workspace.overlay.reset();
        command.frame_actions.requests.push_back({OpenFile{.path = work->folder, .left = true}});
    }
}

void discard_left_work(const CommandContext& command, Index number) {
    if (const LeftWorkLabel* const work = left_work(command, number))
        command.frame_actions.requests.push_back({DiscardLeftWork{work->folder}});
}

/// A layer of the checkpoint that is being opened becomes the session. Layers count from 0, as in their model.
void open_layer(const CommandContext& command, std::string_view number) {
    Workspace& workspace = command.workspace;
    if (!workspace.layer_choice)
        return;
    const auto& layers = workspace.layer_choice->listing.layers;
    const auto found = std::ranges::find_if(
        layers, [number](const ListedLayer& listed) { return std::to_string(listed.layer.number) == number; });
    if (found == layers.end())
        return;
    OpenFile request{.path = workspace.layer_choice->path, .layer = found->layer.name};
    workspace.overlay.reset();
    workspace.field.reset();
    workspace.layer_choice.reset();
    command.frame_actions.requests.push_back({std::move(request)});
}

/// Another stage of the check on the screen.
Result<void> compare_stage(const CommandContext& command, std::string_view name) {
    const auto array = find_array(name);
    if (!array || !is_stage(*array))
        return no_such("stage", name);
    command.workspace.compared = *array;
    return {};
}

/// What becomes of a file of stages.
void answer_recorded(const CommandContext& command, std::string_view answer) {
    command.workspace.overlay.reset();
    const auto path = std::exchange(command.workspace.recorded, std::nullopt);
    if (!path)
        return;
    if (answer == "check")
        command.frame_actions.requests.push_back({CheckAgainst{*path}});
    else
        command.frame_actions.requests.push_back({OpenFile{.path = *path, .recorded = true}});
}

/// What may be said of another head.
void open_claim_of(const CommandContext& command, Index head) {
    choose_head(command.ui, command.workspace, head);
    open_claim(command);
}

/// Actions that name a thing by its number, counted from 1: "head/2".
Result<void> run_numbered(std::string_view kind, std::string_view name, const CommandContext& command) {
    if (kind == "layer") {
        open_layer(command, name);
        return {};
    }
    const std::optional<Index> number = number_from_1(name);
    if (!number)
        return no_such(kind, name);
    const Index heads = command.ui.sizes().H;
    if (kind == "recent")
        open_recent(command, *number);
    else if (kind == "choose")
        choose_file(command, *number);
    else if (kind == "left-open")
        open_left_work(command, *number);
    else if (kind == "left-discard")
        discard_left_work(command, *number);
    else if (kind == "item")
        choose_item(command.ui, command.workspace, *number);
    else if (kind == "asking-value" || kind == "writing-value")
        choose_singular_value(command.ui, command.workspace, *number);
    else if (kind == "remove-token")
        command.frame_actions.edits.push_back({RemoveToken{command.workspace.item, *number, Side::sequence}});
    else if (kind == "remove-context-token")
        command.frame_actions.edits.push_back({RemoveToken{command.workspace.item, *number, Side::context}});
    else if (*number >= heads)
        return no_such("head", name);
    else if (kind == "head")
        choose_head(command.ui, command.workspace, *number);
    else if (kind == "bet")
        bet_on(command.workspace, *number);
    else
        open_claim_of(command, *number);
    return {};
}

/// Switches an option of the layer on or off.
Result<void> switch_option(const CommandContext& command, std::string_view name) {
    const Option* const option = find_option(name);
    if (option == nullptr)
        return no_such("option", name);
    const bool is_on = option->value(command.ui.layer()).has_value();
    command.frame_actions.edits.push_back({SetOption{option->id, is_on ? OptionValue() : OptionValue(1)}});
    return {};
}

/// Gives an option the value. Where the usual one is no choice of its own, the same choice again leads back to it.
void choose_option(const CommandContext& command, const FoundChoice& found) {
    const OptionChoice* const usual = choice_of(*found.option, {});
    const bool goes_back =
        usual != nullptr && usual->action.empty() && found.option->value(command.ui.layer()) == found.choice->value;
    command.frame_actions.edits.push_back(
        {SetOption{found.option->id, goes_back ? OptionValue() : found.choice->value}});
}

/// A word of the glossary is explained over the window, and shown in it where there is a picture of it.
Result<void> explain_term(const CommandContext& command, std::string_view name) {
    const GlossaryTerm* const term = find_term_named(name);
    if (term == nullptr)
        return no_such("term", name);
    if (!term->picture.empty())
        show_concept(command.ui, command.workspace, term->picture);
    command.workspace.pointing = {.by = Pointing::By::term, .term = term};
    return {};
}

/// One that comes with the program, or the session's own again.
Result<void> choose_notation(const CommandContext& command, std::string_view name) {
    const Session& session = command.ui.session;
    if (session.notation.is_own() && session.notation.name() == name)
        return {};
    command.frame_actions.edits.push_back({SetNotation{std::string(name), session.tokens_as_columns}});
    return {};
}

/// Actions that name a thing: "step/A", "head/2".
Result<void> run_named(std::string_view kind, std::string_view name, const CommandContext& command) {
    constexpr std::array<std::string_view, 13> numbered{
        "layer", "recent",   "item", "remove-token", "remove-context-token", "left-open",    "left-discard",
        "head",  "claim-of", "bet",  "choose",       "asking-value",         "writing-value"};
    if (std::ranges::find(numbered, kind) != numbered.end())
        return run_numbered(kind, name, command);
    if (kind == "step" || kind == "show")
        return show_array(command, name);
    if (kind == "menu")
        return open_menu(command, name);
    if (kind == "compare")
        return compare_stage(command, name);
    if (kind == "picture")
        return show_named_picture(command, name);
    if (kind == "unpin")
        return unpin(command, name);
    if (kind == "readout")
        return change_readouts(command, name);
    if (kind == "preset")
        command.frame_actions.requests.push_back({OpenPreset{std::string(name)}});
    else if (kind == "unsaved")
        answer_unsaved(command, name);
    else if (kind == "replace")
        answer_replacing(command, name);
    else if (kind == "notation")
        return choose_notation(command, name);
    else if (kind == "ask")
        return answer_about_layer(name, command);
    else if (kind == "recorded")
        answer_recorded(command, name);
    else if (kind == "moved")
        go_to_moved(command, name);
    else if (kind == "option")
        return switch_option(command, name);
    else if (kind == "claim")
        say_of_head(command, name);
    else if (kind == "export")
        run_export(name, command);
    else if (kind == "term")
        return explain_term(command, name);
    else
        return no_such("action", kind);
    return {};
}

std::string label_of(const UiContext& ui, const Action& action) {
    if (action.id == "undo" && !ui.status.undo_label.empty())
        return "Undo " + ui.status.undo_label;
    if (action.id == "redo" && !ui.status.redo_label.empty())
        return "Redo " + ui.status.redo_label;
    return std::string(action.label);
}

} // namespace

std::span<const Action> actions() {
    static const std::vector<Action> all = [] {
        std::vector<Action> joined;
        for (const auto table :
             {view_actions(), playback_actions(), edit_actions(), token_actions(), layer_actions(), guide_actions()})
            joined.insert(joined.end(), table.begin(), table.end());
        return joined;
    }();
    return all;
}

Offer offer_of(const UiContext& ui, const Action& action) {
    Offer offer;
    offer.target = fmt::format("{}{}", action_prefix, action.id);
    offer.label = label_of(ui, action);
    offer.about = action.about;
    offer.key = action.chord.key == Key::none ? std::string() : chord_label(action.chord);
    offer.enabled = action.enabled == nullptr || action.enabled(ui);
    offer.chosen = action.chosen != nullptr && action.chosen(ui);
    return offer;
}

Offer offer_of(const UiContext& ui, std::string_view id) {
    const Action* const action = find_action(id);
    assert(action != nullptr);
    return offer_of(ui, *action);
}

void run_action(std::string_view target, const CommandContext& command) {
    if (target.substr(0, action_prefix.size()) != action_prefix)
        return;
    command.workspace.pointing = {.at = command.workspace.pointing.at};
    const std::string_view id = target.substr(action_prefix.size());
    if (const Action* const action = find_action(id)) {
        choose(command, *action);
        return;
    }
    if (const auto found = find_choice(id)) {
        choose_option(command, *found);
        return;
    }
    const std::size_t slash = id.find('/');
    const Result<void> done = slash == std::string_view::npos
                                  ? Result<void>(no_such("action", id))
                                  : run_named(id.substr(0, slash), id.substr(slash + 1), command);
    if (!done)
        command.workspace.notice = Notice{done.error().message, true};
}

} // namespace attn
