#include "ui/actions/name_field.h"

#include "core/document/session/known_words.h"
#include "core/document/session/sentences.h"
#include "core/tensor/noun_for.h"

#include <algorithm>
#include <fmt/core.h>

namespace attn {

namespace {

constexpr std::string_view name_field = "field:name";

const std::vector<std::string>& letters_in(const UiContext& ui) {
    return ui.layer().sequence.items[static_cast<std::size_t>(ui.workspace.item)];
}

struct NameRefusal {
    std::string reason;  ///< empty: the layer can read the name
    std::string unknown; ///< the first unknown letter, if that is the reason
};

NameRefusal refusal_of_name(const UiContext& ui, std::string_view text, const std::vector<std::string>& letters) {
    const Sequence& sequence = ui.layer().sequence;
    const auto places = place_count(sequence);
    const bool is_too_long = places && std::ssize(letters) > *places;
    const auto unknown =
        std::ranges::find_if(letters, [&](const std::string& letter) { return !is_known(sequence, letter); });
    if (std::string misfit = misfit_of_sentence(ui.session, sequence, text); !misfit.empty())
        return {std::move(misfit), {}};
    if (unknown != letters.end())
        return {fmt::format("This layer knows {}.", known_letters(sequence)), *unknown};
    if (is_too_long)
        return {fmt::format("This layer knows words of up to {} {}.", *places, noun_for(*places, "letter")), {}};
    return {};
}

} // namespace

void open_name_field(Workspace& workspace) {
    if (scope_of(workspace).layout == Scope::Layout::first_minute)
        workspace.field = open_field(std::string(name_field), workspace.lesson->name.typed);
}

void follow_word(const UiContext& ui, Workspace& workspace) {
    if (!scope_of(workspace).is_first_minute)
        return;
    NameTyped& name = workspace.lesson->name;
    if (split_text(ui.session, ui.layer().sequence, name.typed) == letters_in(ui))
        return;
    name = {joined_text(ui.session, letters_in(ui)), {}, {}};
    if (workspace.field && workspace.field->name == name_field) {
        workspace.field = open_field(std::string(name_field), name.typed);
        move_caret(*workspace.field, CaretMove::end, false);
    }
}

Result<void> take_name(std::string_view text, const CommandContext& command) {
    Workspace& workspace = command.workspace;
    if (!command.ui.scope().is_first_minute)
        return error("there is no name to be typed here");
    const std::vector<std::string> letters = split_text(command.ui.session, command.ui.layer().sequence, text);
    NameTyped& name = workspace.lesson->name;
    name = {std::string(text), {}, {}};
    if (letters.empty())
        return error("type at least one letter");
    if (const NameRefusal refusal = refusal_of_name(command.ui, text, letters); !refusal.reason.empty()) {
        name.remark = refusal.reason;
        name.unknown = refusal.unknown;
        return error("{}", refusal.reason);
    }
    if (letters == letters_in(command.ui))
        return {};
    command.frame_actions.edits.push_back({SetTokens{workspace.item, letters, Side::sequence}});
    return {};
}

std::string refused_name(const Workspace& workspace) {
    const auto* const run = lesson_alone(workspace);
    return run == nullptr || run->name.remark.empty() ? std::string() : run->name.typed;
}

void follow_typing(const CommandContext& command) {
    const auto& field = command.workspace.field;
    if (command.ui.scope().is_first_minute && field && field->name == name_field &&
        field->text != command.workspace.lesson->name.typed)
        static_cast<void>(take_name(field->text, command));
}

} // namespace attn
