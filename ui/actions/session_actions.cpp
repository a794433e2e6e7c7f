#include "core/document/session/edits.h"
#include "core/explain/readout.h"
#include "core/model/options.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/array_edits.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>

namespace attn {

namespace {

void positions(const CommandContext& command, Positions::Kind kind, Side side = Side::sequence) {
    Positions chosen;
    chosen.kind = kind;
    make(command, SetPositions{chosen, side});
}

bool has_context(const UiContext& ui) {
    return ui.layer().context != nullptr;
}

bool has_context_embeddings(const UiContext& ui) {
    return ui.layer().context && ui.layer().context->embeddings;
}

bool context_positions_are(const UiContext& ui, Positions::Kind kind) {
    return ui.layer().context && ui.layer().context->positions.kind == kind;
}

bool positions_are(const UiContext& ui, Positions::Kind kind) {
    return ui.layer().sequence.positions.kind == kind;
}

bool are_own(Positions::Kind kind) {
    return kind == Positions::Kind::given || kind == Positions::Kind::both_ends;
}

/// True if the positions have numbers of their own, which come from a file alone; menus name them only then.
bool positions_are_own(const UiContext& ui) {
    return are_own(ui.layer().sequence.positions.kind);
}

bool context_positions_are_own(const UiContext& ui) {
    return ui.layer().context && are_own(ui.layer().context->positions.kind);
}

std::string name_of_own_positions(const UiContext& ui) {
    return positions_are(ui, Positions::Kind::both_ends) ? "From both ends" : "Given";
}

std::string name_of_own_context_positions(const UiContext& ui) {
    return context_positions_are(ui, Positions::Kind::both_ends) ? "Keys and values: from both ends"
                                                                 : "Keys and values: given";
}

template <OptionId id>
bool is_on(const UiContext& ui) {
    return option(id).value(ui.layer()).has_value();
}

template <OptionId id>
void switch_on_or_off(const CommandContext& command) {
    make(command, SetOption{id, is_on<id>(command.ui) ? OptionValue() : OptionValue(1)});
}

bool has_pad_token(const UiContext& ui) {
    const Layer& layer = ui.layer();
    const Sequence& keys = layer.context ? *layer.context : layer.sequence;
    return std::ranges::any_of(keys.items,
                               [](const auto& item) { return std::ranges::find(item, pad_token) != item.end(); });
}

void hide_padding(const CommandContext& command) {
    const bool begins = !is_on<OptionId::pad_tokens>(command.ui);
    command.frame_actions.edits.push_back(
        {.edit = SetOption{OptionId::pad_tokens, begins ? OptionValue(1) : OptionValue()},
         .said = begins && !has_pad_token(command.ui)
                     ? fmt::format("Nobody reads a token that is called {}; so far there is none.", pad_token)
                     : std::string()});
}

/// Removes every mask that can be switched off, in one step of the history.
void unmask(const CommandContext& command) {
    const std::uint64_t gesture = ++command.workspace.gestures;
    const auto edit = [&](Edit edit) { command.frame_actions.edits.push_back({std::move(edit), gesture}); };
    if (!command.ui.layer().mask.painted.empty())
        edit(ClearPaintedMask{});
    for (const OptionId id : {OptionId::pad_tokens, OptionId::window, OptionId::mask}) // the last edit names the step
        edit(SetOption{id, {}});
}

bool is_unmasked(const UiContext& ui) {
    const Mask& mask = ui.layer().mask;
    return !is_on<OptionId::mask>(ui) && !is_on<OptionId::window>(ui) && !is_on<OptionId::pad_tokens>(ui) &&
           mask.padding.empty() && mask.painted.empty() && mask.given.empty();
}

bool has_embeddings(const UiContext& ui) {
    return ui.layer().sequence.embeddings != nullptr;
}

constexpr std::array session_action_table{
    Action{.id = "mask-causal",
           .option = OptionId::mask,
           .chord = control(letter_key('m')),
           .run = switch_on_or_off<OptionId::mask>,
           .chosen = is_on<OptionId::mask>,
           .menus = {{Menu::mask, 0, 20}}},
    Action{.id = "mask-padding",
           .option = OptionId::pad_tokens,
           .run = hide_padding,
           .chosen = is_on<OptionId::pad_tokens>,
           .menus = {{Menu::mask, 0, 30}}},
    Action{.id = "mask-none",
           .label = "None",
           .about = "hides nothing: switches off every mask that can be",
           .run = unmask,
           .chosen = is_unmasked,
           .menus = {{Menu::mask, 0, 10}}},
    Action{.id = "mask-clear",
           .label = "Clear what is painted",
           .about = "by hand on the mask",
           .run = [](const CommandContext& d) { make(d, ClearPaintedMask{}); },
           .enabled = [](const UiContext& d) { return !d.layer().mask.painted.empty(); },
           .needs = "Nothing is painted on the mask.",
           .menus = {{Menu::mask, 1, 10}}},
    Action{.id = "positions-none",
           .label = "None",
           .about = "positions: nothing tells a token its place",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::none); },
           .enabled = has_embeddings,
           .needs = "{name X} is given here, so it has no positions.",
           .chosen = [](const UiContext& d) { return positions_are(d, Positions::Kind::none); },
           .menus = {{Menu::positions, 0, 10}}},
    Action{.id = "positions-sinusoidal",
           .label = "Sinusoidal",
           .about = "positions: each place has its own row of sines and cosines",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::sinusoidal); },
           .enabled = has_embeddings,
           .needs = "{name X} is given here, so it has no positions.",
           .chosen = [](const UiContext& d) { return positions_are(d, Positions::Kind::sinusoidal); },
           .menus = {{Menu::positions, 0, 20}}},
    Action{.id = "positions-one-hot",
           .label = "One-hot",
           .about = "positions: each place has a 1 in a column of its own; needs D ≥ S",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::one_hot); },
           .enabled = has_embeddings,
           .needs = "{name X} is given here, so it has no positions.",
           .chosen = [](const UiContext& d) { return positions_are(d, Positions::Kind::one_hot); },
           .menus = {{Menu::positions, 0, 30}}},
    Action{.id = "positions-own",
           .label = "Given",
           .label_now = name_of_own_positions,
           .about = "positions: numbers that this layer brings along",
           .run = [](const CommandContext&) {}, // they are given already
           .enabled = positions_are_own,
           .chosen = positions_are_own,
           .menus = {{Menu::positions, 0, 40}},
           .offered_while = positions_are_own},
    Action{.id = "context-own",
           .label = "Keys and values: given",
           .label_now = name_of_own_context_positions,
           .about = "positions of the second sequence with numbers of their own",
           .run = [](const CommandContext&) {},
           .enabled = context_positions_are_own,
           .chosen = context_positions_are_own,
           .menus = {{Menu::positions, 2, 40}},
           .offered_while = context_positions_are_own},
    Action{.id = "context-none",
           .label = "Keys and values: none",
           .about = "positions of the second sequence",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::none, Side::context); },
           .enabled = has_context_embeddings,
           .needs = "The context is given here, so it has no positions.",
           .chosen = [](const UiContext& d) { return context_positions_are(d, Positions::Kind::none); },
           .menus = {{Menu::positions, 2, 10}},
           .offered_while = has_context},
    Action{.id = "context-sinusoidal",
           .label = "Keys and values: sinusoidal",
           .about = "positions of the second sequence",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::sinusoidal, Side::context); },
           .enabled = has_context_embeddings,
           .needs = "The context is given here, so it has no positions.",
           .chosen = [](const UiContext& d) { return context_positions_are(d, Positions::Kind::sinusoidal); },
           .menus = {{Menu::positions, 2, 20}},
           .offered_while = has_context},
    Action{.id = "context-one-hot",
           .label = "Keys and values: one-hot",
           .about = "positions of the second sequence",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::one_hot, Side::context); },
           .enabled = has_context_embeddings,
           .needs = "The context is given here, so it has no positions.",
           .chosen = [](const UiContext& d) { return context_positions_are(d, Positions::Kind::one_hot); },
           .menus = {{Menu::positions, 2, 30}},
           .offered_while = has_context},
    Action{.id = "texts",
           .label = "Title, question and texts…",
           .about = "what the session says to its readers",
           .menus = {{Menu::edit, 1, 20}}},
    Action{.id = "readouts",
           .label = "Read-outs…",
           .about = "what columns of the output mean: names, columns, labels",
           .enabled = [](const UiContext& d) { return can_be_read_out(d.trace) && !d.scope().is_first_minute; },
           .needs = "There is no output whose columns could be named.",
           .menus = {{Menu::edit, 1, 30}}},
    Action{.id = "sizes",
           .label = "Sizes and number of heads…",
           .about = "{name S}, {name D}, {name H}, {name d_k}, {name d_v} and {name B}, and how many heads share keys",
           .menus = {{Menu::edit, 1, 10}}},
    Action{.id = "context-begin",
           .label = "Second sequence for keys and values",
           .about = "cross-attention: queries read a sequence of its own, the context",
           .run =
               [](const CommandContext& d) {
                   d.frame_actions.edits.push_back(
                       {.edit = SetContext{true},
                        .said = "Keys and values come from a second sequence now, the context. Its words are below."});
               },
           .enabled = [](const UiContext& d) { return d.layer().context == nullptr; },
           .needs = "There is a second sequence already.",
           .menus = {{Menu::rare, 4, 20}}},
    Action{.id = "context-end",
           .label = "No second sequence for keys and values",
           .about = "self-attention: one sequence reads itself, by {name X}",
           .run = [](const CommandContext& d) { make(d, SetContext{false}); },
           .enabled = has_context,
           .menus = {{Menu::edit, 1, 70}, {Menu::rare, 4, 21}},
           .offered_while = has_context},
    Action{.id = "close",
           .label = "Close",
           .chord = key(Key::escape),
           .about = "closes whatever is open",
           .run = escape,
           .menus = {{Menu::look, 4, 10}}},
    Action{.id = "dismiss",
           .label = "Dismiss the message",
           .about = "",
           .run = [](const CommandContext& d) { d.workspace.notice.reset(); },
           .enabled = [](const UiContext& d) { return d.workspace.notice.has_value(); },
           .needs = "There is no message.",
           .menus = {{Menu::look, 4, 20}}},
};
static_assert(each_is_in_a_menu_or_says_why_not(session_action_table));

} // namespace

std::span<const Action> session_actions() {
    return session_action_table;
}

} // namespace attn
