#include "ui/actions/fields.h"

#include "core/document/session/edits.h"
#include "core/files/printable.h"
#include "core/model/options.h"
#include "ui/actions/export_actions.h"

#include <algorithm>
#include <charconv>
#include <cmath>
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

std::string replaced(std::string text, std::string_view from, std::string_view to) {
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    return text;
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

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ')
        text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ')
        text.remove_suffix(1);
    return text;
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

namespace {

/// True if a number out of float's range is too small, not too large.
bool is_below_one(std::string_view number) {
    double value = 0;
    const auto [end, problem] = std::from_chars(number.data(), number.data() + number.size(), value);
    if (problem != std::errc::result_out_of_range)
        return std::abs(value) < 1;
    const std::size_t exponent = number.find_first_of("eE");
    if (exponent != std::string_view::npos)
        return number.substr(exponent + 1).starts_with('-');
    return number.substr(number.starts_with('-') ? 1 : 0).starts_with("0");
}

/// Reads a fraction such as "1/16"; `slash` is the position of its slash.
Result<float> parse_fraction(std::string_view text, std::size_t slash) {
    const bool is_one = text.find('/', slash + 1) == std::string_view::npos; // no nested fractions, whatever was pasted
    const Result<float> above = parse_number(text.substr(0, slash));
    const Result<float> below = is_one ? parse_number(text.substr(slash + 1)) : error("more than one fraction");
    if (!above || !below || *below == 0 || !std::isfinite(*above / *below))
        return error("“{}” is not a number; write one such as -0.25 or 1/4", text);
    return *above / *below;
}

} // namespace

Result<float> parse_number(std::string_view text) {
    if (const std::size_t slash = text.find('/'); slash != std::string_view::npos)
        return parse_fraction(text, slash);
    if (const std::string_view share = trimmed(text); share.ends_with('%')) {
        const Result<float> hundredths = parse_number(share.substr(0, share.size() - 1));
        return hundredths ? Result<float>(*hundredths / 100) : hundredths;
    }
    const std::string number = replaced(replaced(std::string(trimmed(text)), "−", "-"), "∞", "inf");
    std::string_view rest = number;
    if (!rest.empty() && rest.front() == '+')
        rest.remove_prefix(1);
    float value = 0;
    const auto [end, problem] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (problem == std::errc::result_out_of_range)
        return is_below_one(rest) ? error("“{}” is too small to be told from 0; write 0", text)
                                  : error("“{}” is too large; write a number of at most 3.4e38 in size", text);
    if (std::ranges::count(rest, ',') == 1 && parse_number(replaced(number, ",", ".")))
        return error("“{}” is not a number; decimals follow a point: {}", text, replaced(number, ",", "."));
    if (problem != std::errc() || end != rest.data() + rest.size() || std::isnan(value))
        return error("“{}” is not a number; write one such as -0.25", text);
    return value;
}

Result<Index> parse_count(std::string_view text, Index least) {
    text = trimmed(text);
    Index count = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), count);
    if (problem != std::errc() || end != text.data() + text.size() || count < least)
        return error("“{}” is not a whole number, expected {} or more", text, least);
    return count;
}

} // namespace attn
