#include "core/document/session/readings.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "core/model/options.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/array_edits.h"
#include "ui/actions/fields.h"
#include "ui/actions/hypothesis_actions.h"
#include "ui/actions/moved.h"
#include "ui/actions/tables.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>

namespace attn {

namespace {

bool has_shares(const UiContext& ui) {
    return ui.trace.has(ArrayId::A);
}

bool misses_heads(const UiContext& ui) {
    return !heads_off(ui.layer()).empty();
}

bool can_be_zeroed(const UiContext& ui) {
    return !is_pinned(ui) && row_of(inspected_cell(ui).array).meaning != Meaning::mask;
}

/// Returns the label of the action that makes a number zero: it pins a computed number at zero, and sets a given one.
std::string zero_label(const UiContext& ui) {
    const bool is_held = what_set_becomes(ui.layer(), canonical(ui, inspected_cell(ui))) == SetBecomes::pin;
    return is_held ? "Pin the cell at zero" : "Set the cell to zero";
}

void switch_head_in_sight(const CommandContext& command) {
    const bool on = !head_is_on(command.ui);
    command.frame_actions.edits.push_back(
        {.edit = SetHeadOn{command.workspace.head, on}, .said = words_of_switch(command.ui, on)});
}

bool has_others_on(const UiContext& ui) {
    const auto off = std::ssize(heads_off(ui.layer()));
    return ui.sizes().H - off > (head_is_on(ui) ? 1 : 0);
}

/// Switches the heads for which `is_on` holds on and all others off, in one step of the history.
void switch_heads(const CommandContext& command, bool (*is_on)(const CommandContext& command, Index head)) {
    const std::uint64_t gesture = ++command.workspace.gestures;
    const auto& heads = command.ui.layer().heads;
    for (Index head = 0; head < std::ssize(heads); ++head)
        if (const bool on = is_on(command, head); heads[static_cast<std::size_t>(head)].on != on)
            command.frame_actions.edits.push_back({SetHeadOn{head, on}, gesture});
}

void switch_others_off(const CommandContext& command) {
    switch_heads(command, [](const CommandContext& d, Index head) { return head == d.workspace.head; });
}

void switch_all_on(const CommandContext& command) {
    switch_heads(command, [](const CommandContext& /*command*/, Index /*head*/) { return true; });
}

constexpr std::array edit_action_table{
    Action{.id = "edit-cell",
           .label = "Type a value",
           .chord = key(Key::enter),
           .other_chord = key(Key::f2),
           .about = "into the selected cell; a digit begins it as well",
           .run = open_cell_field,
           .acts_on = ActsOn::cell,
           .menus = {{Menu::matrix, 0, 10}}},
    Action{.id = "pin",
           .label = "Pin the cell",
           .chord = control(letter_key('k')),
           .about = "keeps its present value",
           .run = pin_cell,
           .enabled = can_pin,
           .needs = "Select a computed number that is not pinned yet.",
           .acts_on = ActsOn::cell,
           .menus = {{Menu::edit, 5, 20}, {Menu::matrix, 0, 22}}},
    // These come before the actions for one cell that have the same keys.
    Action{.id = "unpin-range",
           .label = "Unpin the cells",
           .chord = key(Key::del),
           .key_holds = "several with pins",
           .about = "computes all of them again",
           .run = unpin_range,
           .enabled = has_pins_in_range,
           .needs = "Select several cells, some of them pinned.",
           .acts_on = ActsOn::cell,
           .menus = {{Menu::matrix, 0, 42}}},
    Action{.id = "zero-range",
           .label = "Set the cells to zero",
           .chord = key(Key::del),
           .key_holds = "several",
           .about = "computed cells are pinned there",
           .run = [](const CommandContext& d) { fill_range(d, RangeFill::zero); },
           .enabled = has_range,
           .needs = "Select several cells first: Shift with arrows, or with a click.",
           .acts_on = ActsOn::cell,
           .menus = {{Menu::matrix, 0, 40}}},
    Action{.id = "fill-down",
           .label = "Fill down",
           .chord = control(letter_key('d')),
           .key_holds = "several",
           .about = "the first row of the selected cells goes into all of them",
           .run = [](const CommandContext& d) { fill_range(d, RangeFill::down); },
           .enabled = has_range,
           .needs = "Select several cells first: Shift with arrows, or with a click.",
           .acts_on = ActsOn::cell,
           .menus = {{Menu::matrix, 0, 44}}},
    Action{.id = "fill-right",
           .label = "Fill to the right",
           .chord = control(letter_key('r')),
           .about = "the first column of the selected cells goes into all of them",
           .run = [](const CommandContext& d) { fill_range(d, RangeFill::right); },
           .enabled = has_range,
           .needs = "Select several cells first: Shift with arrows, or with a click.",
           .acts_on = ActsOn::cell,
           .menus = {{Menu::matrix, 0, 46}}},
    Action{.id = "unpin",
           .label = "Unpin the cell",
           .chord = key(Key::del),
           .key_holds = "one pinned",
           .about = "computes it again",
           .run = [](const CommandContext& d) { make(d, Unpin{inspected_cell(d.ui)}); },
           .enabled = is_pinned,
           .needs = "The selected cell is not pinned.",
           .acts_on = ActsOn::cell,
           .menus = {{Menu::edit, 5, 30}, {Menu::matrix, 0, 24}}},
    Action{.id = "zero-cell",
           .label = "Set the cell to zero",
           .label_now = zero_label,
           .chord = key(Key::del),
           .key_holds = "not pinned",
           .about = "a computed cell is pinned there",
           .run =
               [](const CommandContext& d) {
                   make(d, SetCell{inspected_cell(d.ui), 0});
               },
           .enabled = can_be_zeroed,
           .needs = "A pinned cell is unpinned instead, and a mask is painted.",
           .acts_on = ActsOn::cell,
           .menus = {{Menu::matrix, 0, 20}}},
    Action{.id = "pins",
           .label = "Pins…",
           .chord = control_shift(letter_key('k')),
           .about = "lists the cells that are held at a number",
           .menus = {{Menu::edit, 5, 10}}},
    Action{.id = "unpin-all",
           .label = "Remove all pins",
           .about = "all cells are computed again",
           .run = [](const CommandContext& d) { make(d, UnpinAll{}); },
           .enabled = [](const UiContext& d) { return !d.layer().pins.empty(); },
           .needs = "Nothing is pinned.",
           .menus = {{Menu::edit, 5, 40}}},
    Action{.id = "compute-again",
           .label = "Compute it again",
           .about = "a stage that was given whole",
           .run = compute_again,
           .enabled = is_given,
           .needs = "This stage was not given as a whole.",
           .menus = {{Menu::matrix, 0, 70}}},
    Action{.id = "fill-zero",
           .label = "Zero",
           .about = "all of the matrix on the stage",
           .run = [](const CommandContext& d) { make(d, filling_of(d, Part::matrix, Fill::With::zero)); },
           .enabled = can_fill,
           .needs = "This stage is computed: pin its cells, or fill the weights that make it.",
           .menus = {{Menu::matrix, 1, 10}}},
    Action{.id = "fill-identity",
           .label = "Identity",
           .about = "all of the matrix on the stage",
           .run = [](const CommandContext& d) { make(d, filling_of(d, Part::matrix, Fill::With::identity)); },
           .enabled = can_fill,
           .needs = "This stage is computed: pin its cells, or fill the weights that make it.",
           .menus = {{Menu::matrix, 1, 20}}},
    Action{.id = "fill-random",
           .label = "Random",
           .about = "all of the matrix on the stage, from a new seed",
           .run = [](const CommandContext& d) { make(d, filling_of(d, Part::matrix, Fill::With::random)); },
           .enabled = can_fill,
           .needs = "This stage is computed: pin its cells, or fill the weights that make it.",
           .menus = {{Menu::matrix, 1, 30}}},
    Action{.id = "weights-random",
           .label = "All weights: random",
           .about = "every head is drawn anew, from a new seed",
           .run = [](const CommandContext& d) { fill_all_weights(d, AllWeights::random); },
           .menus = {{Menu::matrix, 1, 40}}},
    Action{.id = "weights-integers",
           .label = "All weights: small integers",
           .about = "from −2 to 2, so that a pencil is enough",
           .run = [](const CommandContext& d) { fill_all_weights(d, AllWeights::integers); },
           .menus = {{Menu::matrix, 1, 50}}},
    Action{.id = "weights-zero",
           .label = "All weights: zero",
           .about = "to be filled in",
           .run = [](const CommandContext& d) { fill_all_weights(d, AllWeights::zero); },
           .menus = {{Menu::matrix, 1, 60}}},
    Action{.id = "ask-fill-matrix",
           .label = "Fill the matrix with…",
           .about = "one number in every cell",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:fill/matrix"); },
           .enabled = can_fill,
           .menus = InNoMenu::as_the_field_it_opens},
    Action{.id = "ask-scale-matrix",
           .label = "Scale the matrix by…",
           .about = "every cell times a number",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:scale-by/matrix"); },
           .enabled = can_fill,
           .menus = InNoMenu::as_the_field_it_opens},
    Action{.id = "ask-fill-row",
           .label = "Fill this row with…",
           .about = "one number in every cell",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:fill/row"); },
           .enabled = can_fill,
           .menus = InNoMenu::as_the_field_it_opens},
    Action{.id = "ask-scale-row",
           .label = "Scale this row by…",
           .about = "every cell times a number",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:scale-by/row"); },
           .enabled = can_fill,
           .menus = InNoMenu::as_the_field_it_opens},
    Action{.id = "ask-fill-column",
           .label = "Fill this column with…",
           .about = "one number in every cell",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:fill/column"); },
           .enabled = can_fill,
           .menus = InNoMenu::as_the_field_it_opens},
    Action{.id = "ask-scale-column",
           .label = "Scale this column by…",
           .about = "every cell times a number",
           .run = [](const CommandContext& d) { ask_in_menu(d, "matrix", "field:scale-by/column"); },
           .enabled = can_fill,
           .menus = InNoMenu::as_the_field_it_opens},
    Action{.id = "copy",
           .label = "Copy",
           .chord = control(letter_key('c')),
           .about = "the selected cells, or all of the matrix",
           .run = copy_selected,
           .acts_on = ActsOn::matrix,
           .menus = {{Menu::matrix, 4, 10}}},
    Action{.id = "copy-row",
           .label = "Copy this row",
           .chord = control_shift(letter_key('c')),
           .about = "to paste elsewhere",
           .run = [](const CommandContext& d) { copy_row(d); },
           .acts_on = ActsOn::matrix,
           .menus = {{Menu::matrix, 4, 20}}},
    Action{.id = "copy-column",
           .label = "Copy this column",
           .about = "to paste elsewhere",
           .run = [](const CommandContext& d) { copy_column(d); },
           .menus = {{Menu::matrix, 4, 30}}},
    Action{.id = "copy-number",
           .label = "Copy this number",
           .chord = {.key = letter_key('c'), .control = true, .alt = true},
           .about = "all its digits",
           .run = [](const CommandContext& d) { copy_number(d); },
           .acts_on = ActsOn::matrix,
           .menus = {{Menu::matrix, 4, 40}}},
    Action{.id = "copy-description",
           .label = "Copy a description",
           .chord = {.key = letter_key('d'), .control = true, .alt = true},
           .about = "of the selected cell and its stage, in sentences, for a screen reader or a text",
           .run = copy_description,
           .acts_on = ActsOn::matrix,
           .menus = {{Menu::matrix, 4, 45}}},
    Action{.id = "copy-csv",
           .label = "Copy as CSV",
           .about = "the matrix, commas between columns",
           .run = [](const CommandContext& d) { copy_matrix(d, TableFormat::csv); },
           .menus = {{Menu::matrix, 4, 50}}},
    Action{.id = "copy-tex",
           .label = "Copy as TeX",
           .about = "the matrix as bmatrix",
           .run = [](const CommandContext& d) { copy_matrix(d, TableFormat::tex); },
           .menus = {{Menu::matrix, 4, 60}}},
    Action{.id = "copy-numpy",
           .label = "Copy as NumPy",
           .about = "the matrix as np.array",
           .run = [](const CommandContext& d) { copy_matrix(d, TableFormat::numpy); },
           .menus = {{Menu::matrix, 4, 70}}},
    Action{.id = "copy-markdown",
           .label = "Copy as Markdown",
           .about = "the matrix as a table with its labels",
           .run = [](const CommandContext& d) { copy_matrix(d, TableFormat::markdown); },
           .menus = {{Menu::matrix, 4, 80}}},
    Action{.id = "paste",
           .label = "Paste",
           .chord = control(letter_key('v')),
           .about = "a table of numbers, from the selected cell on",
           .run = [](const CommandContext& d) { paste_table(d); },
           .acts_on = ActsOn::cell,
           .menus = {{Menu::matrix, 0, 30}}},
    Action{.id = "swap-query-key",
           .label = "Swap {name W_Q} with {name W_K}",
           .about = "of this head",
           .run = [](const CommandContext& d) { make(d, SwapQueryAndKey{d.workspace.head}); },
           .menus = {{Menu::edit, 2, 10}}},
    Action{.id = "make-uniform",
           .label = "Uniform attention",
           .about = "{name W_Q} of this head becomes zero",
           .run = [](const CommandContext& d) { make(d, MakeUniform{d.workspace.head}); },
           .menus = {{Menu::edit, 2, 20}}},
    Action{
        .id = "head-on",
        .label = "This head is on",
        .label_now = [](const UiContext&
                            d) { return std::string(head_is_on(d) ? "Switch this head off" : "Switch this head on"); },
        .about = "a head that is off hands over zeros",
        .run = switch_head_in_sight,
        .menus = {{Menu::edit, 2, 30}}},
    Action{.id = "heads-others-off",
           .label = "Switch all other heads off",
           .about = "only the one in sight stays on",
           .run = switch_others_off,
           .enabled = has_others_on,
           .needs = "The others are off already.",
           .menus = {{Menu::edit, 2, 32}},
           .offered_while = [](const UiContext& d) { return d.sizes().H > 1; }},
    Action{.id = "heads-all-on",
           .label = "All heads on",
           .about = "those that are off, too",
           .run = switch_all_on,
           .enabled = misses_heads,
           .menus = {{Menu::edit, 2, 35}},
           .offered_while = misses_heads},
    Action{.id = "claim",
           .label = "Say what this head does…",
           .chord = control(letter_key('j')),
           .about = "and see how much of its attention that explains",
           .run = open_hypothesis,
           .enabled = has_shares,
           .needs = "This session has no attention weights.",
           .menus = {{Menu::edit, 2, 40}}},
    Action{.id = "claim-find",
           .label = "Find what this head does",
           .about = "the claim that explains most beyond an even share",
           .run = find_hypothesis_of_head,
           .enabled = has_shares,
           .needs = "This session has no attention weights.",
           .menus = {{Menu::edit, 2, 50}}},
    Action{.id = "claim-remove",
           .label = "Take back what is said of this head",
           .about = "its claim goes",
           .run = [](const CommandContext& d) { say_of_head(d, ""); },
           .enabled = [](const UiContext& d) { return d.session.hypotheses.contains(d.workspace.head); },
           .needs = "Nothing is said of this head.",
           .menus = {{Menu::edit, 2, 60}}},
    Action{.id = "biases",
           .label = "Biases",
           .about = "{name b_Q}, {name b_K}, {name b_V} and {name b_O}",
           .run = [](const CommandContext& d) { make(d, SetBiases{!has_array(d.ui, ArrayId::b_Q)}); },
           .chosen = [](const UiContext& d) { return has_array(d, ArrayId::b_Q); },
           .menus = {{Menu::rare, 4, 10}}},
};
static_assert(each_is_in_a_menu_or_says_why_not(edit_action_table));

} // namespace

std::span<const Action> edit_actions() {
    return edit_action_table;
}

} // namespace attn
