#include "core/figure/pictures/heads.h"
#include "core/figure/pictures/heat.h"
#include "core/figure/pictures/naming.h"
#include "core/figure/pictures/picture.h"
#include "ui/actions.h"
#include "ui/array_edits.h"
#include "ui/navigation.h"
#include "ui/panels/tokens.h"
#include "ui/playback.h"
#include "ui/tables.h"

#include <algorithm>
#include <array>

namespace attn {

namespace {

constexpr Chord key(Key key) {
    return {.key = key};
}
constexpr Chord control(Key key) {
    return {.key = key, .control = true};
}
constexpr Chord control_shift(Key key) {
    return {.key = key, .control = true, .shift = true};
}

void ask(const Doing& doing, Request request) {
    doing.outcome.requests.push_back({std::move(request)});
}

void make(const Doing& doing, Edit edit) {
    doing.outcome.edits.push_back({std::move(edit)});
}

void open_overlay(const Doing& doing, Overlay::Kind kind) {
    doing.workspace.field.reset();
    doing.workspace.field_problem.clear();
    doing.workspace.overlay = Overlay{kind, {}, {}, 0};
    if (kind == Overlay::Kind::palette)
        doing.workspace.field = open_field("field:find", "");
    if (kind == Overlay::Kind::open_file)
        doing.workspace.field = open_field("field:open-path", "");
    if (kind == Overlay::Kind::check_file)
        doing.workspace.field = open_field("field:check-path", "");
    if (kind == Overlay::Kind::save_file)
        doing.workspace.field = open_field("field:save-path", doing.desk.status.file_name);
    if (kind == Overlay::Kind::save_picture)
        doing.workspace.field =
            open_field("field:picture-path", std::string(array_name(doing.workspace.array())) + ".png");
}

void zoom_by(const Doing& doing, float factor) {
    doing.workspace.zoom = std::clamp(doing.workspace.zoom * factor, 0.25F, 64.0F);
}

void positions(const Doing& doing, Positions::Kind kind, Side side = Side::sequence) {
    Positions chosen;
    chosen.kind = kind;
    make(doing, SetPositions{chosen, side});
}

bool has_context_embeddings(const Desk& desk) {
    return desk.layer().context && desk.layer().context->embeddings;
}

bool context_positions_are(const Desk& desk, Positions::Kind kind) {
    return desk.layer().context && desk.layer().context->positions.kind == kind;
}

/// Opens a menu with one of its fields to be filled in, for those who did not come by the menu.
void ask_in_menu(const Doing& doing, std::string menu, std::string field) {
    const Point beside_the_pipeline{measure::pipeline + space::section, measure::bar + space::section};
    doing.workspace.overlay = Overlay{Overlay::Kind::menu, std::move(menu), beside_the_pipeline, -1};
    doing.workspace.field = open_field(std::move(field), "");
    doing.workspace.field_problem.clear();
}

void open_sentence(const Doing& doing) {
    doing.workspace.field = open_field("field:sentence", sentence_of(doing.desk, Side::sequence));
    doing.workspace.field_problem.clear();
}

bool positions_are(const Desk& desk, Positions::Kind kind) {
    return desk.layer().sequence.positions.kind == kind;
}

SetMask switches(const Desk& desk) {
    const Mask& mask = desk.layer().mask;
    return {mask.causal, mask.pad_tokens, mask.window};
}

bool asks_for_path(const Desk& desk) {
    if (!desk.status.can_browse || !desk.workspace.overlay)
        return false;
    const Overlay::Kind kind = desk.workspace.overlay->kind;
    return kind == Overlay::Kind::open_file || kind == Overlay::Kind::check_file || kind == Overlay::Kind::save_file ||
           kind == Overlay::Kind::save_picture;
}

bool has_embeddings(const Desk& desk) {
    return desk.layer().sequence.embeddings != nullptr;
}

bool has_baseline(const Desk& desk) {
    return desk.baseline != nullptr;
}

/// From now on colours mean what they mean on the stage now.
void fix_range(const Doing& doing) {
    const CellId cell = selected_cell(doing.desk);
    const Range now = heat_of(doing.desk, {cell.array, cell.item, cell.head, 0, 0}).range;
    doing.workspace.range = RangeSource::fixed;
    doing.workspace.fixed_low = now.low;
    doing.workspace.fixed_high = now.high;
}

void show_next_picture(const Doing& doing) {
    const std::vector<PictureId> all = fitting_pictures(doing.desk);
    const auto now = std::find(all.begin(), all.end(), shown_picture(doing.desk));
    show_picture(doing.desk, doing.workspace, now + 1 == all.end() ? all.front() : *(now + 1));
}

void toggle_all_heads(const Doing& doing) {
    const bool shown = shown_picture(doing.desk) == PictureId::heads;
    if (shown)
        doing.workspace.picture.reset();
    else
        show_picture(doing.desk, doing.workspace, PictureId::heads);
}

constexpr std::array table{
    Action{.id = "undo",
           .label = "Undo",
           .chord = control(letter_key('z')),
           .about = "takes the last change back",
           .run = [](const Doing& d) { ask(d, Undo{}); },
           .enabled = [](const Desk& d) { return !d.status.undo_label.empty(); }},
    Action{.id = "redo",
           .label = "Redo",
           .chord = control(letter_key('y')),
           .other_chord = control_shift(letter_key('z')),
           .about = "does it again",
           .run = [](const Doing& d) { ask(d, Redo{}); },
           .enabled = [](const Desk& d) { return !d.status.redo_label.empty(); }},
    Action{.id = "open",
           .label = "Open…",
           .chord = control(letter_key('o')),
           .about = "a session, weights or an input",
           .run = [](const Doing& d) { open_overlay(d, Overlay::Kind::open_file); }},
    Action{.id = "save",
           .label = "Save",
           .chord = control(letter_key('s')),
           .about = "the session to its file",
           .run = [](const Doing& d) { ask(d, SaveFile{}); }},
    Action{.id = "save-as",
           .label = "Save as…",
           .chord = control_shift(letter_key('s')),
           .about = "the session to another file",
           .run = [](const Doing& d) { open_overlay(d, Overlay::Kind::save_file); }},
    Action{.id = "picture",
           .label = "Export a figure…",
           .chord = control(letter_key('e')),
           .about = "what the stage shows as PNG, SVG, PDF, TeX, CSV, Markdown or npz",
           .run = [](const Doing& d) { open_overlay(d, Overlay::Kind::save_picture); }},
    Action{.id = "check",
           .label = "Check against…",
           .about = "where an implementation of your own differs, and why",
           .run = [](const Doing& d) { open_overlay(d, Overlay::Kind::check_file); }},
    Action{.id = "browse",
           .label = "Browse…",
           .about = "for a file, in the desktop's own window",
           .run = [](const Doing& d) { ask(d, Browse{}); },
           .enabled = asks_for_path},
    Action{.id = "cancel",
           .label = "Cancel the work under way",
           .about = "computing, opening or saving",
           .run = [](const Doing& d) { ask(d, CancelWork{}); },
           .enabled = [](const Desk& d) { return d.status.progress.has_value(); }},
    Action{.id = "quit",
           .label = "Quit",
           .chord = control(letter_key('q')),
           .about = "asks about unsaved changes",
           .run = [](const Doing& d) { ask(d, Quit{}); }},
    Action{.id = "find",
           .label = "Find an action…",
           .chord = control(letter_key('p')),
           .about = "by its name",
           .run = [](const Doing& d) { open_overlay(d, Overlay::Kind::palette); }},
    Action{.id = "keys",
           .label = "Keys",
           .chord = {.key = Key::slash, .shift = true},
           .other_chord = key(Key::f1),
           .about = "shows what every key does",
           .run = [](const Doing& d) { open_overlay(d, Overlay::Kind::keys); }},
    Action{.id = "theme",
           .label = "Dark",
           .chord = control(letter_key('t')),
           .about = "light or dark colours",
           .run = [](const Doing& d) { d.workspace.look = d.workspace.look == Look::dark ? Look::light : Look::dark; },
           .chosen = [](const Desk& d) { return d.workspace.look == Look::dark; }},

    Action{.id = "next",
           .label = "Next step",
           .chord = key(Key::page_down),
           .other_chord = key(Key::right_bracket),
           .about = "the next stage of the layer",
           .run = [](const Doing& d) { step_by(d.desk, d.workspace, 1); }},
    Action{.id = "previous",
           .label = "Previous step",
           .chord = key(Key::page_up),
           .other_chord = key(Key::left_bracket),
           .about = "the stage before",
           .run = [](const Doing& d) { step_by(d.desk, d.workspace, -1); }},
    Action{.id = "first",
           .label = "First step",
           .chord = control(Key::home),
           .about = "where the layer begins",
           .run = [](const Doing& d) { go_to_end(d.desk, d.workspace, false); }},
    Action{.id = "last",
           .label = "Last step",
           .chord = control(Key::end),
           .about = "what the layer hands on",
           .run = [](const Doing& d) { go_to_end(d.desk, d.workspace, true); }},
    Action{.id = "opening",
           .label = "The session's question",
           .chord = control(letter_key('h')),
           .about = "where the session opened",
           .run = [](const Doing& d) { go_to_opening(d.desk, d.workspace); }},
    Action{.id = "play",
           .label = "Play",
           .chord = key(Key::space),
           .about = "computes the stage before your eyes; again: pause",
           .run = [](const Doing& d) { play_or_pause(d.desk, d.workspace); }},
    Action{.id = "play-backward",
           .label = "Play backward",
           .chord = {.key = Key::space, .shift = true},
           .about = "takes apart what was computed",
           .run = [](const Doing& d) { play_backward(d.desk, d.workspace); }},
    Action{.id = "skip",
           .label = "Skip",
           .chord = key(letter_key('n')),
           .about = "to the end of what is being said or drawn",
           .run = [](const Doing& d) { skip(d.desk, d.workspace); }},
    Action{.id = "play-end",
           .label = "Show all of it",
           .about = "ends playing; also Esc",
           .run = [](const Doing& d) { end_playback(d.workspace); },
           .enabled = [](const Desk& d) { return d.workspace.playback.active; }},
    Action{.id = "faster",
           .label = "Play faster",
           .chord = key(Key::period),
           .about = "twice as fast",
           .run = [](const Doing& d) { d.workspace.playback.speed = std::min(d.workspace.playback.speed * 2, 16.0); }},
    Action{.id = "slower",
           .label = "Play slower",
           .chord = key(Key::comma),
           .about = "half as fast",
           .run = [](const Doing& d) { d.workspace.playback.speed = std::max(d.workspace.playback.speed / 2, 0.25); }},
    Action{.id = "read-cells",
           .label = "Read by cell",
           .about = "each cell is a sum of products",
           .run = [](const Doing& d) { choose_reading(d.desk, d.workspace, Reading::cells); },
           .chosen = [](const Desk& d) { return d.workspace.playback.reading == Reading::cells; }},
    Action{.id = "read-rows",
           .label = "Read by row",
           .about = "each row comes from one row on the left",
           .run = [](const Doing& d) { choose_reading(d.desk, d.workspace, Reading::rows); },
           .enabled = has_readings,
           .chosen = [](const Desk& d) { return d.workspace.playback.reading == Reading::rows; }},
    Action{.id = "read-outer",
           .label = "Read as outer products",
           .about = "the product is a sum of matrices",
           .run = [](const Doing& d) { choose_reading(d.desk, d.workspace, Reading::outer_products); },
           .enabled = has_readings,
           .chosen = [](const Desk& d) { return d.workspace.playback.reading == Reading::outer_products; }},
    Action{.id = "next-head",
           .label = "Next head",
           .chord = key(Key::tab),
           .about = "also by the keys 1 to 9",
           .run = [](const Doing& d) { choose_head(d.desk, d.workspace, d.workspace.head + 1); },
           .enabled = [](const Desk& d) { return d.sizes().H > 1; }},
    Action{.id = "previous-head",
           .label = "Previous head",
           .chord = {.key = Key::tab, .shift = true},
           .about = "",
           .run = [](const Doing& d) { choose_head(d.desk, d.workspace, d.workspace.head - 1); },
           .enabled = [](const Desk& d) { return d.sizes().H > 1; }},
    Action{.id = "next-item",
           .label = "Next item",
           .about = "of the batch",
           .run = [](const Doing& d) { choose_item(d.desk, d.workspace, (d.workspace.item + 1) % d.desk.sizes().B); },
           .enabled = [](const Desk& d) { return d.sizes().B > 1; }},
    Action{.id = "next-picture",
           .label = "Another view of it",
           .chord = key(letter_key('v')),
           .about = "product, row, matrix, lines, all heads",
           .run = show_next_picture},
    Action{.id = "all-heads",
           .label = "All heads",
           .chord = key(letter_key('a')),
           .about = "side by side, on one scale; again: one head",
           .run = toggle_all_heads,
           .enabled = [](const Desk& d) { return has_several_heads(d); },
           .chosen = [](const Desk& d) { return shown_picture(d) == PictureId::heads; }},
    Action{.id = "baseline-keep",
           .label = "Keep as baseline",
           .chord = control(letter_key('b')),
           .about = "count changes from the numbers as they are now",
           .run = [](const Doing& d) { ask(d, KeepBaseline{}); }},
    Action{.id = "change",
           .label = "Show the change",
           .chord = key(letter_key('c')),
           .about = "since the baseline, everywhere; again: the numbers",
           .run = [](const Doing& d) { d.workspace.shows_change = !d.workspace.shows_change; },
           .enabled = has_baseline,
           .chosen = [](const Desk& d) { return has_baseline(d) && d.workspace.shows_change; }},
    Action{.id = "baseline-drop",
           .label = "Forget the baseline",
           .about = "numbers stand for themselves again",
           .run = [](const Doing& d) { ask(d, DropBaseline{}); },
           .enabled = has_baseline},
    Action{.id = "columns",
           .label = "Tokens as columns",
           .about = "Q = W_Qᵀ X, scores = Kᵀ Q, columns of A sum to 1",
           .run =
               [](const Doing& d) {
                   make(d, SetNotation{d.desk.session.notation, !d.desk.session.tokens_as_columns});
               },
           .chosen = [](const Desk& d) { return d.session.tokens_as_columns; }},
    Action{.id = "grey",
           .label = "Grey, for print",
           .about = "all heatmaps in greys",
           .run = [](const Doing& d) { d.workspace.grey = !d.workspace.grey; },
           .chosen = [](const Desk& d) { return d.workspace.grey; }},
    Action{.id = "range-matrix",
           .label = "Range: this matrix",
           .about = "colours reach from end to end of each matrix",
           .run = [](const Doing& d) { d.workspace.range = RangeSource::this_matrix; },
           .chosen = [](const Desk& d) { return d.workspace.range == RangeSource::this_matrix; }},
    Action{.id = "range-stage",
           .label = "Range: all heads",
           .about = "one scale for all heads of a stage",
           .run = [](const Doing& d) { d.workspace.range = RangeSource::this_stage; },
           .chosen = [](const Desk& d) { return d.workspace.range == RangeSource::this_stage; }},
    Action{.id = "range-fixed",
           .label = "Range: fixed",
           .about = "the colours of the selected matrix as they are now, for all that is shown",
           .run = fix_range,
           .chosen = [](const Desk& d) { return d.workspace.range == RangeSource::fixed; }},
    Action{.id = "zoom-in",
           .label = "Zoom in",
           .chord = control(Key::equal),
           .about = "also Ctrl and the wheel",
           .run = [](const Doing& d) { zoom_by(d, 1.25F); }},
    Action{.id = "zoom-out",
           .label = "Zoom out",
           .chord = control(Key::minus),
           .about = "",
           .run = [](const Doing& d) { zoom_by(d, 0.8F); }},
    Action{.id = "zoom-reset",
           .label = "Fit the stage",
           .chord = control(letter_key('0')),
           .about = "zoom 100 %",
           .run =
               [](const Doing& d) {
                   d.workspace.zoom = 1;
                   d.workspace.pan = {};
               }},

    Action{.id = "edit-cell",
           .label = "Type a value",
           .chord = key(Key::enter),
           .about = "into the selected cell",
           .run = open_cell_field},
    Action{.id = "pin",
           .label = "Pin the cell",
           .chord = control(letter_key('k')),
           .about = "keeps its present value",
           .run = pin_cell,
           .enabled = can_pin},
    Action{.id = "unpin",
           .label = "Unpin the cell",
           .chord = key(Key::del),
           .about = "computes it again",
           .run = [](const Doing& d) { make(d, Unpin{inspected_cell(d.desk)}); },
           .enabled = is_pinned},
    Action{.id = "pins",
           .label = "Pins…",
           .chord = control_shift(letter_key('k')),
           .about = "lists the cells that are held at a number",
           .run = [](const Doing& d) { open_overlay(d, Overlay::Kind::pins); }},
    Action{.id = "unpin-all",
           .label = "Remove all pins",
           .about = "all cells are computed again",
           .run = [](const Doing& d) { make(d, UnpinAll{}); },
           .enabled = [](const Desk& d) { return !d.layer().pins.empty(); }},
    Action{.id = "compute-again",
           .label = "Compute it again",
           .about = "a stage that was given whole",
           .run = compute_again,
           .enabled = is_given},
    Action{.id = "fill-zero",
           .label = "Zero",
           .about = "all of the matrix on the stage",
           .run = [](const Doing& d) { make(d, filling_of(d, Part::matrix, Fill::With::zero)); },
           .enabled = can_fill},
    Action{.id = "fill-identity",
           .label = "Identity",
           .about = "all of the matrix on the stage",
           .run = [](const Doing& d) { make(d, filling_of(d, Part::matrix, Fill::With::identity)); },
           .enabled = can_fill},
    Action{.id = "fill-random",
           .label = "Random",
           .about = "all of the matrix on the stage, from a new seed",
           .run = [](const Doing& d) { make(d, filling_of(d, Part::matrix, Fill::With::random)); },
           .enabled = can_fill},
    Action{.id = "ask-fill-matrix",
           .label = "Fill the matrix with…",
           .about = "one number in every cell",
           .run = [](const Doing& d) { ask_in_menu(d, "matrix", "field:fill/matrix"); },
           .enabled = can_fill},
    Action{.id = "ask-scale-matrix",
           .label = "Scale the matrix by…",
           .about = "every cell times a number",
           .run = [](const Doing& d) { ask_in_menu(d, "matrix", "field:scale-by/matrix"); },
           .enabled = can_fill},
    Action{.id = "ask-fill-row",
           .label = "Fill this row with…",
           .about = "one number in every cell",
           .run = [](const Doing& d) { ask_in_menu(d, "matrix", "field:fill/row"); },
           .enabled = can_fill},
    Action{.id = "ask-scale-row",
           .label = "Scale this row by…",
           .about = "every cell times a number",
           .run = [](const Doing& d) { ask_in_menu(d, "matrix", "field:scale-by/row"); },
           .enabled = can_fill},
    Action{.id = "ask-fill-column",
           .label = "Fill this column with…",
           .about = "one number in every cell",
           .run = [](const Doing& d) { ask_in_menu(d, "matrix", "field:fill/column"); },
           .enabled = can_fill},
    Action{.id = "ask-scale-column",
           .label = "Scale this column by…",
           .about = "every cell times a number",
           .run = [](const Doing& d) { ask_in_menu(d, "matrix", "field:scale-by/column"); },
           .enabled = can_fill},
    Action{.id = "copy",
           .label = "Copy",
           .chord = control(letter_key('c')),
           .about = "the matrix, to paste into a spreadsheet or here",
           .run = [](const Doing& d) { copy_matrix(d, TableFormat::tabs); }},
    Action{.id = "copy-row",
           .label = "Copy this row",
           .chord = control_shift(letter_key('c')),
           .about = "to paste elsewhere",
           .run = [](const Doing& d) { copy_row(d); }},
    Action{.id = "copy-column",
           .label = "Copy this column",
           .about = "to paste elsewhere",
           .run = [](const Doing& d) { copy_column(d); }},
    Action{.id = "copy-number",
           .label = "Copy this number",
           .chord = {.key = letter_key('c'), .control = true, .alt = true},
           .about = "all its digits",
           .run = [](const Doing& d) { copy_number(d); }},
    Action{.id = "copy-csv",
           .label = "Copy as CSV",
           .about = "the matrix, commas between columns",
           .run = [](const Doing& d) { copy_matrix(d, TableFormat::csv); }},
    Action{.id = "copy-tex",
           .label = "Copy as TeX",
           .about = "the matrix as bmatrix",
           .run = [](const Doing& d) { copy_matrix(d, TableFormat::tex); }},
    Action{.id = "copy-numpy",
           .label = "Copy as NumPy",
           .about = "the matrix as np.array",
           .run = [](const Doing& d) { copy_matrix(d, TableFormat::numpy); }},
    Action{.id = "copy-markdown",
           .label = "Copy as Markdown",
           .about = "the matrix as a table with its labels",
           .run = [](const Doing& d) { copy_matrix(d, TableFormat::markdown); }},
    Action{.id = "paste",
           .label = "Paste",
           .chord = control(letter_key('v')),
           .about = "a table of numbers, from the selected cell on",
           .run = [](const Doing& d) { paste_table(d); }},
    Action{.id = "swap-query-key",
           .label = "Swap W_Q with W_K",
           .about = "of this head",
           .run = [](const Doing& d) { make(d, SwapQueryAndKey{d.workspace.head}); }},
    Action{.id = "make-uniform",
           .label = "Uniform attention",
           .about = "W_Q of this head becomes zero",
           .run = [](const Doing& d) { make(d, MakeUniform{d.workspace.head}); }},
    Action{
        .id = "head-on",
        .label = "This head is on",
        .about = "off: it hands over zeros",
        .run =
            [](const Doing& d) {
                make(d, SetHeadOn{d.workspace.head, !head_is_on(d.desk)});
            },
        .chosen = head_is_on},
    Action{.id = "biases",
           .label = "Biases",
           .about = "b_Q, b_K, b_V and b_O",
           .run = [](const Doing& d) { make(d, SetBiases{!has_array(d.desk, ParameterId::b_Q)}); },
           .chosen = [](const Desk& d) { return has_array(d, ParameterId::b_Q); }},

    Action{
        .id = "mask-causal",
        .label = "Causal",
        .chord = control(letter_key('m')),
        .about = "nobody reads what comes later",
        .run =
            [](const Doing& d) {
                SetMask mask = switches(d.desk);
                mask.causal = !mask.causal;
                make(d, mask);
            },
        .chosen = [](const Desk& d) { return d.layer().mask.causal; }},
    Action{
        .id = "mask-padding",
        .label = "Padding",
        .about = "nobody reads [pad]",
        .run =
            [](const Doing& d) {
                SetMask mask = switches(d.desk);
                mask.pad_tokens = !mask.pad_tokens;
                make(d, mask);
            },
        .chosen = [](const Desk& d) { return d.layer().mask.pad_tokens; }},
    Action{
        .id = "mask-none",
        .label = "None",
        .about = "every mask that can be switched off goes",
        .run =
            [](const Doing& d) {
                const std::uint64_t gesture = ++d.workspace.gestures;
                d.outcome.edits.push_back({SetMask{}, gesture});
                if (!d.desk.layer().mask.painted.empty())
                    d.outcome.edits.push_back({ClearPaintedMask{}, gesture});
            }},
    Action{.id = "mask-clear",
           .label = "Clear what is painted",
           .about = "by hand on the mask",
           .run = [](const Doing& d) { make(d, ClearPaintedMask{}); },
           .enabled = [](const Desk& d) { return !d.layer().mask.painted.empty(); }},
    Action{
        .id = "scale-default",
        .label = "1/√dₖ",
        .about = "scale of the scores",
        .run =
            [](const Doing& d) {
                make(d, SetScale{{Scale::Kind::inverse_sqrt_d_k, 1}});
            },
        .chosen = [](const Desk& d) { return d.layer().scale.kind == Scale::Kind::inverse_sqrt_d_k; }},
    Action{
        .id = "scale-one",
        .label = "1 (no scale)",
        .about = "scale of the scores",
        .run =
            [](const Doing& d) {
                make(d, SetScale{{Scale::Kind::one, 1}});
            },
        .chosen = [](const Desk& d) { return d.layer().scale.kind == Scale::Kind::one; }},
    Action{.id = "positions-none",
           .label = "None",
           .about = "positions",
           .run = [](const Doing& d) { positions(d, Positions::Kind::none); },
           .enabled = has_embeddings,
           .chosen = [](const Desk& d) { return positions_are(d, Positions::Kind::none); }},
    Action{.id = "positions-sinusoidal",
           .label = "Sinusoidal",
           .about = "positions",
           .run = [](const Doing& d) { positions(d, Positions::Kind::sinusoidal); },
           .enabled = has_embeddings,
           .chosen = [](const Desk& d) { return positions_are(d, Positions::Kind::sinusoidal); }},
    Action{.id = "positions-one-hot",
           .label = "One-hot",
           .about = "positions; needs D ≥ S",
           .run = [](const Doing& d) { positions(d, Positions::Kind::one_hot); },
           .enabled = has_embeddings,
           .chosen = [](const Desk& d) { return positions_are(d, Positions::Kind::one_hot); }},
    Action{.id = "context-none",
           .label = "Of keys and values: none",
           .about = "positions of the second sequence",
           .run = [](const Doing& d) { positions(d, Positions::Kind::none, Side::context); },
           .enabled = has_context_embeddings,
           .chosen = [](const Desk& d) { return context_positions_are(d, Positions::Kind::none); }},
    Action{.id = "context-sinusoidal",
           .label = "Of keys and values: sinusoidal",
           .about = "positions of the second sequence",
           .run = [](const Doing& d) { positions(d, Positions::Kind::sinusoidal, Side::context); },
           .enabled = has_context_embeddings,
           .chosen = [](const Desk& d) { return context_positions_are(d, Positions::Kind::sinusoidal); }},
    Action{.id = "context-one-hot",
           .label = "Of keys and values: one-hot",
           .about = "positions of the second sequence",
           .run = [](const Doing& d) { positions(d, Positions::Kind::one_hot, Side::context); },
           .enabled = has_context_embeddings,
           .chosen = [](const Desk& d) { return context_positions_are(d, Positions::Kind::one_hot); }},
    Action{.id = "sizes",
           .label = "Sizes…",
           .about = "S, D, H, d_k, d_v and B",
           .run = [](const Doing& d) { open_overlay(d, Overlay::Kind::sizes); }},
    Action{.id = "context-begin",
           .label = "Give keys and values their own tokens",
           .about = "a second sequence: cross-attention",
           .run = [](const Doing& d) { make(d, SetContext{true}); },
           .enabled = [](const Desk& d) { return d.layer().context == nullptr; }},
    Action{.id = "context-end",
           .label = "Use X for keys and values again",
           .about = "self-attention: one sequence reads itself",
           .run = [](const Doing& d) { make(d, SetContext{false}); },
           .enabled = [](const Desk& d) { return d.layer().context != nullptr; }},
    Action{.id = "add-token",
           .label = "Add a token",
           .chord = key(Key::insert),
           .about = "at the end of the sentence",
           .run = [](const Doing& d) { add_token(d, Side::sequence); }},
    Action{.id = "add-context-token",
           .label = "Add a token to keys and values",
           .chord = {.key = Key::insert, .shift = true},
           .about = "at the end of the second sequence",
           .run = [](const Doing& d) { add_token(d, Side::context); },
           .enabled = [](const Desk& d) { return d.layer().context != nullptr; }},
    Action{.id = "sentence",
           .label = "Write the sentence",
           .chord = control(letter_key('l')),
           .about = "all tokens at once",
           .run = [](const Doing& d) { open_sentence(d); }},
    Action{.id = "rename-token",
           .label = "Rename the token",
           .chord = key(Key::f2),
           .about = "of the selected row",
           .run = [](const Doing& d) { rename_selected_token(d); },
           .enabled = has_selected_token},
    Action{.id = "token-left",
           .label = "Move the token to the left",
           .chord = {.key = Key::left, .alt = true},
           .about = "of the selected row",
           .run = [](const Doing& d) { move_selected_token(d, -1); },
           .enabled = has_selected_token},
    Action{.id = "token-right",
           .label = "Move the token to the right",
           .chord = {.key = Key::right, .alt = true},
           .about = "of the selected row",
           .run = [](const Doing& d) { move_selected_token(d, 1); },
           .enabled = has_selected_token},
    Action{.id = "remove-token",
           .label = "Remove the token",
           .chord = control(Key::del),
           .about = "of the selected row",
           .run = [](const Doing& d) { remove_selected_token(d); },
           .enabled = has_selected_token},
    Action{.id = "close",
           .label = "Close",
           .chord = key(Key::escape),
           .about = "lets go of whatever is open",
           .run = let_go},
    Action{.id = "dismiss",
           .label = "Dismiss the message",
           .about = "",
           .run = [](const Doing& d) { d.workspace.notice.reset(); },
           .enabled = [](const Desk& d) { return d.workspace.notice.has_value(); }},
};

} // namespace

std::span<const Action> actions() {
    return table;
}

} // namespace attn
