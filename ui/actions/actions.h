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

/// The state that an action reads, and the places where it puts its results.
struct CommandContext {
    const UiContext& ui;
    Workspace& workspace;
    FrameActions& frame_actions;
    Point anchor; ///< position at which a menu opens
};

/// The selection that must be visible so that a key can do its action. Menus and the search name the action's object
/// themselves.
enum class ActsOn : std::uint8_t {
    window,       ///< no selection
    cell,         ///< the inspected cell, and no chosen token
    matrix,       ///< the matrix of the inspected cell, in whatever form it is drawn; for actions that change nothing
    chosen_token, ///< the token whose chip was chosen
    token,        ///< the chosen token, or else the token of the selected row
    tokens        ///< the sentence as a whole
};

/// Something that the user can do. Menus, keys and the search all read the one table of actions. An action on one of
/// several things, e.g. "action:head/2", has a row of another kind: see argument_actions.h.
struct Action {
    std::string_view id;              ///< "undo": its target is "action:undo"
    std::string_view label{};         ///< label in menus
    std::optional<OptionId> option{}; ///< the option of the layer that the action switches, whose row has label and
                                      ///< about
    std::string (*label_now)(const UiContext& ui) = nullptr; ///< a label that depends on the state; null: `label`
    Chord chord{};                                           ///< Key::none: no key
    Chord other_chord{};
    std::string_view key_holds{}; ///< the case in which its key means this action, if the key has several
    std::string_view about{};     ///< description, for the search
    void (*run)(const CommandContext& command) = nullptr; ///< does the action; null: opens the dialog whose row names
                                                          ///< the action
    bool (*enabled)(const UiContext& ui) = nullptr;       ///< null: always
    std::string_view needs{};                             ///< why the action is not enabled, for menus
    bool (*chosen)(const UiContext& ui) = nullptr;        ///< true if the action's option is on; null: the action is no
                                                          ///< option
    ActsOn acts_on = ActsOn::window;
    MenuPlaces menus{};
    bool (*offered_while)(const UiContext& ui) = nullptr; ///< true while menus show the action; null: always
};

constexpr std::string_view action_prefix = "action:";

std::span<const Action> actions();
/// Returns the action with this id; nullptr if there is none.
const Action* find_action(std::string_view id);

/// An action as a menu or the search shows it at the moment.
struct Offer {
    std::string target; ///< "action:undo", "action:step/A", "field:window"
    std::string label;
    std::string about;
    std::string key;
    bool enabled = true;
    bool chosen = false;
    bool tells = false;    ///< true: menus show `about` beneath the label, even if it is short
    std::string why_not{}; ///< why the action is not enabled
};

Offer offer_of(const UiContext& ui, const Action& action);

/// Returns all actions, including those that name an array, a weight, a head or a preset.
std::vector<Offer> all_offers(const UiContext& ui);

/// The offers of an option of the layer: its switch, its named values, the field of its number.
std::vector<Offer> offers_of(const UiContext& ui, const Option& option);

/// Runs a target: "action:undo", "action:step/A", "action:menu/mask". An unknown target is an error, shown as a notice.
void run_action(std::string_view target, const CommandContext& command);

} // namespace attn
