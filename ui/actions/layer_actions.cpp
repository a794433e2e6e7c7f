#include "core/document/sources/model_around.h"
#include "core/figure/pictures/picture.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/dialog.h"
#include "ui/actions/layer_list.h"
#include "ui/actions/navigation.h"

#include <array>

namespace attn {

namespace {

bool is_of_model(const UiContext& ui) {
    return ui.session.origin.has_value();
}

bool lists_layers(const UiContext& ui) {
    return is_open(ui.workspace, Overlay::Kind::layers);
}

void go_on_by_layers(const CommandContext& command, Index by) {
    ask(command, OpenFile{.path = command.ui.session.origin->file, .layers_on = by});
}

bool has_model(const UiContext& ui) {
    return bool{has_model_around(ui.session)} && ui.trace.has(ArrayId::A) && ui.trace.has(ArrayId::Y);
}

bool shows_whole_model(const UiContext& ui) {
    return shown_picture(ui) == PictureId::model;
}

/// Shows the whole model, or the attention weights of the shown head again.
void toggle_whole_model(const CommandContext& command) {
    const bool shown = shows_whole_model(command.ui);
    go_to_step(command.ui, command.workspace, ArrayId::A);
    command.workspace.picture = shown ? std::nullopt : std::optional<PictureId>(PictureId::model);
}

constexpr std::array layer_action_table{
    Action{.id = "whole-model",
           .label = "Whole model",
           .chord = key(letter_key('u')),
           .about = "all layers and heads, and the words that may follow; again: the head in sight",
           .run = toggle_whole_model,
           .enabled = has_model,
           .needs = "This layer does not come from a model whose text is known.",
           .chosen = shows_whole_model,
           .menus = {{Menu::look, 0, 25}}},
    Action{.id = "layers",
           .label = "Layers and tensors…",
           .chord = control_shift(letter_key('l')),
           .about = "of the model that this layer came from, to be looked through and opened",
           .run = [](const CommandContext& d) { ask(d, OpenFile{.path = d.ui.session.origin->file, .lists = true}); },
           .enabled = is_of_model,
           .needs = "This layer does not come from a model.",
           .menus = {{Menu::file, 0, 30}, {Menu::go, 3, 30}}},
    Action{.id = "next-layer",
           .label = "Next layer",
           .chord = {.key = Key::down, .alt = true},
           .about = "of the same model; sentence, stage, head and cell stay",
           .run = [](const CommandContext& d) { go_on_by_layers(d, 1); },
           .enabled = is_of_model,
           .needs = "This layer does not come from a model.",
           .menus = {{Menu::go, 3, 10}}},
    Action{.id = "previous-layer",
           .label = "Previous layer",
           .chord = {.key = Key::up, .alt = true},
           .about = "of the same model; sentence, stage, head and cell stay",
           .run = [](const CommandContext& d) { go_on_by_layers(d, -1); },
           .enabled = is_of_model,
           .needs = "This layer does not come from a model.",
           .menus = {{Menu::go, 3, 20}}},
    Action{.id = "list-layers",
           .label = "List its layers",
           .about = "of the model that is looked through",
           .run = [](const CommandContext& d) { show_tensors(d.workspace, false); },
           .enabled = lists_layers,
           .menus = InNoMenu::in_its_dialog},
    Action{.id = "list-tensors",
           .label = "List all its tensors",
           .about = "of the model that is looked through: names, shapes, types, and which array each is",
           .run = [](const CommandContext& d) { show_tensors(d.workspace, true); },
           .enabled = lists_layers,
           .menus = InNoMenu::in_its_dialog},
};
static_assert(each_is_in_a_menu_or_says_why_not(layer_action_table));

} // namespace

std::span<const Action> layer_actions() {
    return layer_action_table;
}

} // namespace attn
