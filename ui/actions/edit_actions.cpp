#include "core/explain/readout.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "core/model/options.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/navigation.h"
#include "ui/actions/tables.h"
#include "ui/panels/hypothesis.h"
#include <algorithm>
#include <array>

namespace attn {

namespace {

void positions(const CommandContext& command, Positions::Kind kind, Side side = Side::sequence) {
    Positions chosen;
    chosen.kind = kind;
    make(command, SetPositions{chosen, side});
}

bool has_context_embeddings(const UiContext& ui) {
    return ui.layer().context && ui.layer().context->embeddings;
}

bool context_positions_are(const UiContext& ui, Positions::Kind kind) {
    return ui.layer().context && ui.layer().context->positions.kind == kind;
}

/// Opens a menu with one of its fields to be filled in, for those who did not come by the menu.
void ask_in_menu(const CommandContext& command, std::string menu, std::string field) {
    const Point beside_the_pipeline{measure::pipeline + space::section, measure::bar + space::section};
    command.workspace.overlay = Overlay{Overlay::Kind::menu, std::move(menu), beside_the_pipeline, -1};
    command.workspace.field = open_field(std::move(field), "");
    command.workspace.field_problem.clear();
}

bool positions_are(const UiContext& ui, Positions::Kind kind) {
    return ui.layer().sequence.positions.kind == kind;
}

/// An action that switches an option of the layer, for one that has a key or a place of its own.
template <OptionId id>
Action switch_of(std::string_view action, Chord chord) {
    const Option& row = option(id);
    return {.id = action,
            .label = row.label,
            .chord = chord,
            .about = row.about,
            .run =
                [](const CommandContext& d) {
                    const bool is_on = option(id).value(d.ui.layer()).has_value();
                    make(d, SetOption{id, is_on ? OptionValue() : OptionValue(1)});
                },
            .chosen = [](const UiContext& d) { return option(id).value(d.layer()).has_value(); }};
}

/// Every mask that can be switched off, as one step.
void unmask(const CommandContext& command) {
    const std::uint64_t gesture = ++command.workspace.gestures;
    const auto edit = [&](Edit edit) { command.frame_actions.edits.push_back({std::move(edit), gesture}); };
    if (!command.ui.layer().mask.painted.empty())
        edit(ClearPaintedMask{});
    for (const OptionId id : {OptionId::pad_tokens, OptionId::window, OptionId::mask}) // the last one names the step
        edit(SetOption{id, {}});
}

bool has_embeddings(const UiContext& ui) {
    return ui.layer().sequence.embeddings != nullptr;
}

bool has_shares(const UiContext& ui) {
    return ui.trace.has(ArrayId::A);
}

bool can_be_zeroed(const UiContext& ui) {
    return !is_pinned(ui) && row_of(inspected_cell(ui).array).meaning != Meaning::mask;
}

const std::array edit_action_table{
    Action{.id = "edit-cell",
           .label = "Type a value",
           .chord = key(Key::enter),
           .other_chord = key(Key::f2),
           .about = "into the selected cell; a digit begins it as well",
           .run = open_cell_field,
           .acts_on = ActsOn::cell},
    Action{.id = "pin",
           .label = "Pin the cell",
           .chord = control(letter_key('k')),
           .about = "keeps its present value",
           .run = pin_cell,
           .enabled = can_pin,
           .acts_on = ActsOn::cell},
    // Before those for one cell that have the same keys.
    Action{.id = "zero-range",
           .label = "Set the selected cells to zero",
           .chord = key(Key::del),
           .about = "computed cells are pinned there",
           .run = [](const CommandContext& d) { fill_range(d, RangeFill::zero); },
           .enabled = has_range,
           .acts_on = ActsOn::cell},
    Action{.id = "fill-down",
           .label = "Fill down",
           .chord = control(letter_key('d')),
           .about = "the first row of the selected cells goes into all of them",
           .run = [](const CommandContext& d) { fill_range(d, RangeFill::down); },
           .enabled = has_range,
           .acts_on = ActsOn::cell},
    Action{.id = "fill-right",
           .label = "Fill to the right",
           .chord = control(letter_key('r')),
           .about = "the first column of the selected cells goes into all of them",
           .run = [](const CommandContext& d) { fill_range(d, RangeFill::right); },
           .enabled = has_range,
           .acts_on = ActsOn::cell},
    Action{.id = "unpin",
           .label = "Unpin the cell",
           .chord = key(Key::del),
           .about = "computes it again",
           .run = [](const CommandContext& d) { make(d, Unpin{inspected_cell(d.ui)}); },
           .enabled = is_pinned,
           .acts_on = ActsOn::cell},
    Action{.id = "zero-cell",
           .label = "Set the cell to zero",
           .chord = key(Key::del),
           .about = "a computed cell is pinned there",
           .run =
               [](const CommandContext& d) {
                   make(d, SetCell{inspected_cell(d.ui), 0});
               },
           .enabled = can_be_zeroed,
           .acts_on = ActsOn::cell},
    Action{.id = "pins",
           .label = "Pins…",
           .chord = control_shift(letter_key('k')),
           .about = "lists the cells that are held at a number",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::pins); }},
    Action{.id = "unpin-all",
           .label = "Remove all pins",
           .about = "all cells are computed again",
           .run = [](const CommandContext& d) { make(d, UnpinAll{}); },
           .enabled = [](const UiContext& d) { return !d.layer().pins.empty(); }},
    Action{.id = "compute-again",
           .label = "Compute it again",
           .about = "a stage that was given whole",
           .run = compute_again,
           .enabled = is_given},
    Action{.id = "fill-zero",
           .label = "Zero",
           .about = "all of the matrix on the stage",
           .run = [](const CommandContext& d) { make(d, filling_of(d, Part::matrix, Fill::With::zero)); },
           .enabled = can_fill},
    Action{.id = "fill-identity",
           .label = "Identity",
           .about = "all of the matrix on the stage",
           .run = [](const CommandContext& d) { make(d, filling_of(d, Part::matrix, Fill::With::identity)); },
           .enabled = can_fill},
    Action{.id = "fill-random",
           .label = "Random",
           .about = "all of the matrix on the stage, from a new seed",
           .run = [](const CommandContext& d) { make(d, filling_of(d, Part::matrix, Fill::With::random)); },
           .enabled = can_fill},
    Action{.id = "weights-random",
           .label = "All weights: random",
           .about = "every head is drawn anew, from a new seed",
           .run = [](const CommandContext& d) { fill_all_weights(d, AllWeights::random); }},
    Action{.id = "weights-integers",
           .label = "All weights: small integers",
           .about = "from −2 to 2, so that a pencil is enough",
           .run = [](const CommandContext& d) { fill_all_weights(d, AllWeights::integers); }},
    Action{.id = "weights-zero",
           .label = "All weights: zero",
           .about = "to be filled in",
           .run = [](const CommandContext& d) { fill_all_weights(d, AllWeights::zero); }},
    Action{.id = "ask-fill-matrix",
           .label = "Fill the matrix with…",
           .about = "one number in every cell",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:fill/matrix"); },
           .enabled = can_fill},
    Action{.id = "ask-scale-matrix",
           .label = "Scale the matrix by…",
           .about = "every cell times a number",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:scale-by/matrix"); },
           .enabled = can_fill},
    Action{.id = "ask-fill-row",
           .label = "Fill this row with…",
           .about = "one number in every cell",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:fill/row"); },
           .enabled = can_fill},
    Action{.id = "ask-scale-row",
           .label = "Scale this row by…",
           .about = "every cell times a number",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:scale-by/row"); },
           .enabled = can_fill},
    Action{.id = "ask-fill-column",
           .label = "Fill this column with…",
           .about = "one number in every cell",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:fill/column"); },
           .enabled = can_fill},
    Action{.id = "ask-scale-column",
           .label = "Scale this column by…",
           .about = "every cell times a number",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:scale-by/column"); },
           .enabled = can_fill},
    Action{.id = "copy",
           .label = "Copy",
           .chord = control(letter_key('c')),
           .about = "the selected cells, or all of the matrix",
           .run = copy_selected,
           .acts_on = ActsOn::matrix},
    Action{.id = "copy-row",
           .label = "Copy this row",
           .chord = control_shift(letter_key('c')),
           .about = "to paste elsewhere",
           .run = [](const CommandContext& d) { copy_row(d); },
           .acts_on = ActsOn::matrix},
    Action{.id = "copy-column",
           .label = "Copy this column",
           .about = "to paste elsewhere",
           .run = [](const CommandContext& d) { copy_column(d); }},
    Action{.id = "copy-number",
           .label = "Copy this number",
           .chord = {.key = letter_key('c'), .control = true, .alt = true},
           .about = "all its digits",
           .run = [](const CommandContext& d) { copy_number(d); },
           .acts_on = ActsOn::matrix},
    Action{.id = "copy-csv",
           .label = "Copy as CSV",
           .about = "the matrix, commas between columns",
           .run = [](const CommandContext& d) { copy_matrix(d, TableFormat::csv); }},
    Action{.id = "copy-tex",
           .label = "Copy as TeX",
           .about = "the matrix as bmatrix",
           .run = [](const CommandContext& d) { copy_matrix(d, TableFormat::tex); }},
    Action{.id = "copy-numpy",
           .label = "Copy as NumPy",
           .about = "the matrix as np.array",
           .run = [](const CommandContext& d) { copy_matrix(d, TableFormat::numpy); }},
    Action{.id = "copy-markdown",
           .label = "Copy as Markdown",
           .about = "the matrix as a table with its labels",
           .run = [](const CommandContext& d) { copy_matrix(d, TableFormat::markdown); }},
    Action{.id = "paste",
           .label = "Paste",
           .chord = control(letter_key('v')),
           .about = "a table of numbers, from the selected cell on",
           .run = [](const CommandContext& d) { paste_table(d); },
           .acts_on = ActsOn::cell},
    Action{.id = "swap-query-key",
           .label = "Swap W_Q with W_K",
           .about = "of this head",
           .run = [](const CommandContext& d) { make(d, SwapQueryAndKey{d.workspace.head}); }},
    Action{.id = "make-uniform",
           .label = "Uniform attention",
           .about = "W_Q of this head becomes zero",
           .run = [](const CommandContext& d) { make(d, MakeUniform{d.workspace.head}); }},
    Action{.id = "head-on",
           .label = "This head is on",
           .about = "off: it hands over zeros",
           .run =
               [](const CommandContext& d) {
                   make(d, SetHeadOn{d.workspace.head, !head_is_on(d.ui)});
               },
           .chosen = head_is_on},
    Action{.id = "claim",
           .label = "Say what this head does…",
           .chord = control(letter_key('d')),
           .about = "and see how much of its attention that explains",
           .run = open_claim,
           .enabled = has_shares},
    Action{.id = "claim-find",
           .label = "Find what this head does",
           .about = "the claim that explains most beyond an even share",
           .run = find_claim_of_head,
           .enabled = has_shares},
    Action{.id = "claim-remove",
           .label = "Take back what is said of this head",
           .about = "its claim goes",
           .run = [](const CommandContext& d) { say_of_head(d, ""); },
           .enabled = [](const UiContext& d) { return d.session.hypotheses.contains(d.workspace.head); }},
    Action{.id = "biases",
           .label = "Biases",
           .about = "b_Q, b_K, b_V and b_O",
           .run = [](const CommandContext& d) { make(d, SetBiases{!has_array(d.ui, ArrayId::b_Q)}); },
           .chosen = [](const UiContext& d) { return has_array(d, ArrayId::b_Q); }},

    switch_of<OptionId::mask>("mask-causal", control(letter_key('m'))),
    switch_of<OptionId::pad_tokens>("mask-padding", {}),
    Action{.id = "mask-none", .label = "None", .about = "every mask that can be switched off goes", .run = unmask},
    Action{.id = "mask-clear",
           .label = "Clear what is painted",
           .about = "by hand on the mask",
           .run = [](const CommandContext& d) { make(d, ClearPaintedMask{}); },
           .enabled = [](const UiContext& d) { return !d.layer().mask.painted.empty(); }},
    Action{.id = "positions-none",
           .label = "None",
           .about = "positions",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::none); },
           .enabled = has_embeddings,
           .chosen = [](const UiContext& d) { return positions_are(d, Positions::Kind::none); }},
    Action{.id = "positions-sinusoidal",
           .label = "Sinusoidal",
           .about = "positions",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::sinusoidal); },
           .enabled = has_embeddings,
           .chosen = [](const UiContext& d) { return positions_are(d, Positions::Kind::sinusoidal); }},
    Action{.id = "positions-one-hot",
           .label = "One-hot",
           .about = "positions; needs D ≥ S",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::one_hot); },
           .enabled = has_embeddings,
           .chosen = [](const UiContext& d) { return positions_are(d, Positions::Kind::one_hot); }},
    Action{.id = "context-none",
           .label = "Of keys and values: none",
           .about = "positions of the second sequence",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::none, Side::context); },
           .enabled = has_context_embeddings,
           .chosen = [](const UiContext& d) { return context_positions_are(d, Positions::Kind::none); }},
    Action{.id = "context-sinusoidal",
           .label = "Of keys and values: sinusoidal",
           .about = "positions of the second sequence",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::sinusoidal, Side::context); },
           .enabled = has_context_embeddings,
           .chosen = [](const UiContext& d) { return context_positions_are(d, Positions::Kind::sinusoidal); }},
    Action{.id = "context-one-hot",
           .label = "Of keys and values: one-hot",
           .about = "positions of the second sequence",
           .run = [](const CommandContext& d) { positions(d, Positions::Kind::one_hot, Side::context); },
           .enabled = has_context_embeddings,
           .chosen = [](const UiContext& d) { return context_positions_are(d, Positions::Kind::one_hot); }},
    Action{.id = "texts",
           .label = "Title, question and texts…",
           .about = "what the session says to its readers",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::texts); }},
    Action{.id = "readouts",
           .label = "Read-outs…",
           .about = "what columns of the output mean: names, columns, labels",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::readouts); },
           .enabled = [](const UiContext& d) { return can_be_read_out(d.trace) && !d.workspace.start; }},
    Action{.id = "sizes",
           .label = "Sizes…",
           .about = "S, D, H, H_kv, d_k, d_v and B",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::sizes); }},
    Action{.id = "context-begin",
           .label = "Give keys and values their own tokens",
           .about = "a second sequence: cross-attention",
           .run = [](const CommandContext& d) { make(d, SetContext{true}); },
           .enabled = [](const UiContext& d) { return d.layer().context == nullptr; }},
    Action{.id = "context-end",
           .label = "Use X for keys and values again",
           .about = "self-attention: one sequence reads itself",
           .run = [](const CommandContext& d) { make(d, SetContext{false}); },
           .enabled = [](const UiContext& d) { return d.layer().context != nullptr; }},
    Action{.id = "close",
           .label = "Close",
           .chord = key(Key::escape),
           .about = "lets go of whatever is open",
           .run = escape},
    Action{.id = "dismiss",
           .label = "Dismiss the message",
           .about = "",
           .run = [](const CommandContext& d) { d.workspace.notice.reset(); },
           .enabled = [](const UiContext& d) { return d.workspace.notice.has_value(); }},
};

} // namespace

std::span<const Action> edit_actions() {
    return edit_action_table;
}

} // namespace attn
