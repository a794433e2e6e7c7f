#include "ui/actions/words_example.h"

#include "core/document/session/known_words.h"
#include "core/document/sources/presets.h"
#include "ui/actions/name_field.h"

#include <algorithm>

namespace attn {

namespace {

/// The typed text that cannot be read: the name in the first minute, or the sentence above the chips.
std::string refused_text(const Workspace& workspace) {
    constexpr std::string_view sentence = "field:sentence";
    const Scope scope = scope_of(workspace);
    if (scope.is_first_minute)
        return refused_name(workspace);
    if (scope.is_taught) // a lesson's layer must stay
        return {};
    if (workspace.field && workspace.field->name == sentence)
        return workspace.field_problem.empty() ? std::string() : workspace.field->text;
    const auto& refused = workspace.refused;
    return refused && refused->field.name == sentence ? refused->field.text : std::string();
}

} // namespace

std::string refused_sentence(const UiContext& ui) {
    std::string text = refused_text(ui.workspace);
    return is_sentence_for_letters(ui.session, text) ? text : std::string();
}

void take_to_words(const CommandContext& command) {
    command.frame_actions.requests.push_back({OpenPreset{std::string(words_preset), refused_sentence(command.ui)}});
}

std::string words_example_label(const UiContext& ui) {
    const auto example = std::ranges::find(ui.status.presets, words_preset, &Preset::name);
    if (example == ui.status.presets.end() || refused_sentence(ui).empty())
        return {};
    return "Take it to " + example->title;
}

} // namespace attn
