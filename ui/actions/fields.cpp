#include "ui/actions/fields.h"

#include "core/document/session/edits.h"
#include "core/files/printable.h"
#include "core/model/options.h"
#include "ui/actions/export_actions.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace attn {

namespace {

constexpr std::string_view field_prefix = "field:";

std::string_view name_of_field(std::string_view target) {
    return target.starts_with(field_prefix) ? target.substr(field_prefix.size()) : std::string_view();
}

/// Returns the part of a field's name after the row's id.
std::string_view part_of(const FieldRow& field, std::string_view target) {
    return name_of_field(target).substr(field.id.size());
}

/// The option whose number the field sets.
const Option* option_of(std::string_view target) {
    const Option* const option = find_option(name_of_field(target));
    return option != nullptr && option->takes_number() ? option : nullptr;
}

Offer offer_of_number(const UiContext& ui, const Option& option) {
    return offers_of(ui, option).back();
}

Result<void> set_option(const Option& option, std::string_view text, const CommandContext& command) {
    if (option.kind == Option::Kind::count) {
        const Result<Index> count = parse_count(text, 0);
        if (!count)
            return count.error();
        return make_if_valid(command, SetOption{option.id, static_cast<double>(*count)});
    }
    const Result<float> value = parse_number(text);
    if (!value)
        return value.error();
    return make_if_valid(command, SetOption{option.id, static_cast<double>(*value)});
}

} // namespace

std::span<const FieldRow> fields() {
    static const std::vector<FieldRow> all = [] {
        std::vector<FieldRow> joined;
        for (const auto table : {session_field_rows(), view_field_rows(), path_field_rows()})
            joined.insert(joined.end(), table.begin(), table.end());
        return joined;
    }();
    return all;
}

const FieldRow* find_field(std::string_view target) {
    const std::string_view name = name_of_field(target);
    for (const FieldRow& field : fields())
        if (field.id.ends_with('/') ? name.starts_with(field.id) : name == field.id)
            return &field;
    return nullptr;
}

Offer offer_of(const UiContext& ui, const FieldRow& field) {
    if (field.option)
        return offer_of_number(ui, option(*field.option));
    return {.target = std::string(field_prefix) + std::string(field.id),
            .label = field.label_now == nullptr ? std::string(field.label) : field.label_now(ui),
            .about = std::string(field.hint),
            .key = field.read == nullptr ? std::string() : field.read(ui, {}),
            .enabled = field.enabled == nullptr || field.enabled(ui),
            .why_not = text_in(ui.session, field.needs)};
}

std::string field_text(const UiContext& ui, std::string_view target) {
    if (const Option* const option = option_of(target))
        return offer_of_number(ui, *option).key;
    if (const auto& refused = ui.workspace.refused; refused && refused->field.name == target)
        return refused->field.text;
    const FieldRow* const field = find_field(target);
    return field == nullptr || field->read == nullptr ? std::string() : field->read(ui, part_of(*field, target));
}

void begin_field(const UiContext& ui, Workspace& workspace, std::string target) {
    std::string text = field_text(ui, target);
    begin_field(workspace, std::move(target), std::move(text));
    if (workspace.refused && workspace.refused->field.name == workspace.field->name) {
        workspace.field->opened_with = workspace.refused->field.opened_with;
        workspace.field_problem = workspace.refused->problem;
        workspace.refused.reset();
    }
}

void begin_field(Workspace& workspace, std::string target, std::string text) {
    workspace.field = open_field(std::move(target), std::move(text));
    workspace.field_problem.clear();
}

bool enter_field(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    const FieldEdit field = *std::exchange(workspace.field, std::nullopt);
    workspace.field_problem.clear();
    const bool was_asked_for = workspace.overlay && workspace.overlay->asks;
    const bool is_of_cell = field.name == "field:value" || field.name == "field:cell";
    if (is_of_cell && field.text == field.opened_with) // an unchanged number pins nothing
        return true;
    const Result<void> taken = commit_field(field, command);
    if (taken) {
        if (was_asked_for)
            workspace.overlay.reset();
        return true;
    }
    workspace.field_problem = text_in(command.ui.session, taken.error());
    workspace.field = field;
    select_all(*workspace.field);
    return false;
}

bool leave_field_for_key(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    if (workspace.overlay || workspace.field->text != workspace.field->opened_with)
        return enter_field(command);
    workspace.field.reset();
    workspace.field_problem.clear();
    return true;
}

void leave_field(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    if (is_export_path(workspace.field->name)) {
        set_export_path(workspace.exporting, workspace.field->text);
        workspace.field.reset();
        return;
    }
    if (const FieldRow* const row = find_field(workspace.field->name); row != nullptr && row->waits_for_enter)
        return;
    const FieldEdit field = *std::exchange(workspace.field, std::nullopt);
    workspace.field_problem.clear();
    if (field.text == field.opened_with)
        return;
    const Result<void> taken = commit_field(field, command);
    const FieldRow* const row = find_field(field.name);
    if (!taken && row != nullptr && row->keeps_refused)
        workspace.refused = {field, text_in(command.ui.session, taken.error())};
    else if (!taken && !command.ui.scope().is_first_minute) // the name's field shows the problem
        workspace.notice = refusal(command.ui.session, taken.error());
}

Result<void> commit_field(const FieldEdit& field, const CommandContext& command) {
    if (const Option* const option = option_of(field.name))
        return set_option(*option, field.text, command);
    const FieldRow* const row = find_field(field.name);
    if (row == nullptr)
        return error("there is no field called “{}”", printable(field.name));
    return row->enter(command, part_of(*row, field.name), field.text);
}

Result<void> make_if_valid(const CommandContext& command, Edit edit, std::string said) {
    Result<Applied> tried = attn::apply(command.ui.session, edit);
    if (!tried)
        return tried.error();
    EditAction action{std::move(edit), 0, std::move(said)};
    action.applied = *std::move(tried);
    action.applied_to = command.ui.status.revision;
    command.frame_actions.edits.push_back(std::move(action));
    return {};
}

Result<Applied> applied(EditAction& action, const Session& session, std::uint64_t revision) {
    if (action.applied && action.applied_to == revision)
        return *std::exchange(action.applied, std::nullopt);
    return attn::apply(session, action.edit);
}

Result<std::string_view> as_typed(std::string_view text) {
    return text;
}

Result<std::string_view> as_words(std::string_view text) {
    return trimmed(text);
}

std::filesystem::path path_of(std::string_view text) {
    const char* const home = std::getenv("HOME");
    if (home != nullptr && (text == "~" || text.substr(0, 2) == "~/"))
        return std::filesystem::path(home) / text.substr(std::min<std::size_t>(2, text.size()));
    return text;
}

} // namespace attn
