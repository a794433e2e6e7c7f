#pragma once

#include "core/model/options.h"
#include "ui/actions/frame_actions.h"
#include "ui/actions/menu_places.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/key.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What an action acts on.
struct CommandContext {
    const UiContext& ui;
    Workspace& workspace;
    FrameActions& frame_actions;
    Point anchor; ///< where a menu hangs
};

/// What a key must find selected and in sight to do its action. Menus and the search name what they act on themselves.
enum class ActsOn : std::uint8_t {
    window,       ///< nothing that is selected
    cell,         ///< the inspected cell, and no chosen token
    matrix,       ///< its matrix, however it is drawn: for what changes nothing
    chosen_token, ///< the token whose chip was chosen
    token,        ///< that, or else the one of the selected row
    tokens        ///< the sentence as a whole
};

/// Something that the user can do. Menus, keys and the search by name read the one table of actions. What is done with
/// one of several things, "action:head/2", has rows of its own: see argument_actions.h.
struct Action {
    std::string_view id;              ///< "undo"; its target is "action:undo"
    std::string_view label{};         ///< as menus say it
    std::optional<OptionId> option{}; ///< the option of the layer that it switches, whose row says label and words
    std::string (*label_now)(const UiContext& ui) = nullptr; ///< where it depends on what there is; none: the label
    Chord chord{};                                           ///< Key::none: no key
    Chord other_chord{};
    std::string_view key_holds{}; ///< for what its key does this, where it does something else for other things
    std::string_view about{};     ///< what it does, for the search
    void (*run)(const CommandContext& command) = nullptr;
    bool (*enabled)(const UiContext& ui) = nullptr; ///< none: always
    std::string_view needs{};                       ///< why it cannot be done where it is not enabled, for menus
    bool (*chosen)(const UiContext& ui) = nullptr;  ///< whether its option is on; none: it is no option
    ActsOn acts_on = ActsOn::window;
    MenuPlaces menus{};
    bool (*offered_while)(const UiContext& ui) = nullptr; ///< menus leave it out otherwise; none: never
};

constexpr std::string_view action_prefix = "action:";

std::span<const Action> actions();
/// None where there is no action of that id.
const Action* find_action(std::string_view id);

/// An action as a menu or the search shows it now.
struct Offer {
    std::string target; ///< "action:undo", "action:step/A", "field:window"
    std::string label;
    std::string about;
    std::string key;
    bool enabled = true;
    bool chosen = false;
    bool tells = false;    ///< what it is about stands beneath it in menus, however short
    std::string why_not{}; ///< it is not enabled
};

Offer offer_of(const UiContext& ui, const Action& action);

/// Every action there is now, also those that name a stage, a weight, a head or a preset.
std::vector<Offer> all_offers(const UiContext& ui);

/// What menus say of an option of the layer: its switch, its named values, the field of its number.
std::vector<Offer> offers_of(const UiContext& ui, const Option& option);

/// Does what a target says: "action:undo", "action:step/A", "action:menu/mask". What names nothing is an error, which
/// stands in the notice.
void run_action(std::string_view target, const CommandContext& command);

} // namespace attn
