#include "core/figure/pictures/heads.h"
#include "core/figure/pictures/items.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/one_token.h"
#include "core/figure/pictures/picture.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/navigation.h"
#include "ui/actions/playback.h"
#include "ui/document/picture.h"
#include <algorithm>
#include <array>

namespace attn {

void ask(const CommandContext& command, Request request) {
    command.frame_actions.requests.push_back({std::move(request)});
}

void make(const CommandContext& command, Edit edit) {
    command.frame_actions.edits.push_back({std::move(edit)});
}

void open_overlay(const CommandContext& command, Overlay::Kind kind) {
    command.workspace.field.reset();
    command.workspace.field_problem.clear();
    command.workspace.overlay = Overlay{kind, {}, {}, 0};
    if (kind == Overlay::Kind::palette)
        command.workspace.field = open_field("field:find", "");
    if (kind == Overlay::Kind::open_file)
        command.workspace.field = open_field("field:open-path", "");
    if (kind == Overlay::Kind::check_file)
        command.workspace.field = open_field("field:check-path", "");
    if (kind == Overlay::Kind::notation)
        command.workspace.field = open_field("field:notation-path", "");
    if (kind == Overlay::Kind::save_file)
        command.workspace.field = open_field("field:save-path", command.ui.status.proposed_name);
    if (kind == Overlay::Kind::save_weights)
        command.workspace.field = open_field("field:weights-path", command.ui.status.weights_name);
}

namespace {

void zoom_by(const CommandContext& command, float factor) {
    command.workspace.zoom = std::clamp(command.workspace.zoom * factor, 0.25F, 64.0F);
}

bool asks_for_path(const UiContext& ui) {
    if (!ui.status.can_browse || !ui.workspace.overlay)
        return false;
    const Overlay::Kind kind = ui.workspace.overlay->kind;
    return kind == Overlay::Kind::open_file || kind == Overlay::Kind::check_file || kind == Overlay::Kind::save_file ||
           kind == Overlay::Kind::save_weights || kind == Overlay::Kind::exporting || kind == Overlay::Kind::notation;
}

bool has_baseline(const UiContext& ui) {
    return ui.baseline != nullptr;
}

/// From now on colours mean what they mean on the stage now.
void fix_range(const CommandContext& command) {
    const CellId cell = selected_cell(command.ui);
    const Range now = heat_of(command.ui, {cell.array, cell.item, cell.head, 0, 0}).range;
    command.workspace.range = RangeSource::fixed;
    command.workspace.fixed_low = now.low;
    command.workspace.fixed_high = now.high;
}

void show_next_picture(const CommandContext& command) {
    const std::vector<PictureId> all = fitting_pictures(command.ui);
    const auto now = std::find(all.begin(), all.end(), shown_picture(command.ui));
    show_picture(command.ui, command.workspace, now + 1 == all.end() ? all.front() : *(now + 1));
}

void toggle_all_heads(const CommandContext& command) {
    const bool shown = shown_picture(command.ui) == PictureId::heads;
    if (shown)
        command.workspace.picture.reset();
    else
        show_picture(command.ui, command.workspace, PictureId::heads);
}

void toggle_all_items(const CommandContext& command) {
    if (shown_picture(command.ui) == PictureId::items)
        command.workspace.picture.reset();
    else
        show_picture(command.ui, command.workspace, PictureId::items);
}

constexpr int most_decimals = 6;

bool can_show_token(const UiContext& ui) {
    return shows_token(ui);
}

void toggle_one_token(const CommandContext& command) {
    if (shown_picture(command.ui) == PictureId::token)
        command.workspace.picture.reset();
    else
        show_picture(command.ui, command.workspace, PictureId::token);
}

constexpr std::array view_action_table{
    Action{.id = "undo",
           .label = "Undo",
           .chord = control(letter_key('z')),
           .about = "takes the last change back",
           .run = [](const CommandContext& d) { ask(d, Undo{}); },
           .enabled = [](const UiContext& d) { return !d.status.undo_label.empty(); }},
    Action{.id = "redo",
           .label = "Redo",
           .chord = control(letter_key('y')),
           .other_chord = control_shift(letter_key('z')),
           .about = "does it again",
           .run = [](const CommandContext& d) { ask(d, Redo{}); },
           .enabled = [](const UiContext& d) { return !d.status.redo_label.empty(); }},
    Action{.id = "new",
           .label = "New…",
           .chord = control(letter_key('n')),
           .about = "a session of one's own: a sentence, sizes, weights",
           .run = [](const CommandContext& d) { ask(d, NewSession{}); }},
    Action{.id = "open",
           .label = "Open…",
           .chord = control(letter_key('o')),
           .about = "a session, weights or an input",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::open_file); }},
    Action{.id = "left-work",
           .label = "Work that was not saved…",
           .about = "kept when the program ended before it was saved",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::left_work); },
           .enabled = [](const UiContext& d) { return !d.status.left_work.empty(); }},
    Action{.id = "save",
           .label = "Save",
           .chord = control(letter_key('s')),
           .about = "the session to its file",
           .run = [](const CommandContext& d) { ask(d, SaveFile{}); }},
    Action{.id = "save-as",
           .label = "Save as…",
           .chord = control_shift(letter_key('s')),
           .about = "the session to another file",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::save_file); }},
    Action{.id = "picture",
           .label = "Export…",
           .chord = control(letter_key('e')),
           .about = "a figure as PNG, SVG, PDF, TeX or numbers; a storyboard, worksheet, handout or script",
           .run = open_export},
    Action{.id = "export-weights",
           .label = "Export the weights…",
           .about = "as arrays, those of a checkpoint in its layout; saving never writes them",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::save_weights); }},
    Action{.id = "copy-picture",
           .label = "Copy the picture",
           .chord = control_shift(letter_key('e')),
           .about = "what the stage shows, for slides and mails",
           .run =
               [](const CommandContext& d) {
                   ask(d, ExportOrder{CopyOrder{shown_figure(d.ui), "png"}, {}});
               }},
    Action{.id = "check",
           .label = "Check against…",
           .about = "where an implementation of your own differs, and why",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::check_file); }},
    Action{.id = "browse",
           .label = "Browse…",
           .about = "for a file, in the desktop's own window",
           .run = [](const CommandContext& d) { ask(d, Browse{}); },
           .enabled = asks_for_path},
    Action{.id = "cancel",
           .label = "Cancel the work under way",
           .about = "computing, opening or saving",
           .run = [](const CommandContext& d) { ask(d, CancelWork{}); },
           .enabled = [](const UiContext& d) { return d.status.progress.has_value(); }},
    Action{.id = "quit",
           .label = "Quit",
           .chord = control(letter_key('q')),
           .about = "asks about unsaved changes",
           .run = [](const CommandContext& d) { ask(d, Quit{}); }},
    Action{.id = "find",
           .label = "Find an action…",
           .chord = control(letter_key('p')),
           .about = "by its name",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::palette); }},
    Action{.id = "keys",
           .label = "Keys",
           .chord = {.key = Key::slash, .shift = true},
           .other_chord = key(Key::f1),
           .about = "shows what every key does",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::keys); }},
    Action{.id = "theme",
           .label = "Dark",
           .chord = control(letter_key('t')),
           .about = "light or dark colours",
           .run =
               [](const CommandContext& d) {
                   d.workspace.look = d.workspace.look == Look::dark ? Look::light : Look::dark;
               },
           .chosen = [](const UiContext& d) { return d.workspace.look == Look::dark; }},

    Action{.id = "next",
           .label = "Next step",
           .chord = key(Key::page_down),
           .other_chord = key(Key::right_bracket),
           .about = "the next stage of the layer",
           .run = [](const CommandContext& d) { step_by(d.ui, d.workspace, 1); }},
    Action{.id = "previous",
           .label = "Previous step",
           .chord = key(Key::page_up),
           .other_chord = key(Key::left_bracket),
           .about = "the stage before",
           .run = [](const CommandContext& d) { step_by(d.ui, d.workspace, -1); }},
    Action{.id = "first",
           .label = "First step",
           .chord = control(Key::home),
           .about = "where the layer begins",
           .run = [](const CommandContext& d) { go_to_end(d.ui, d.workspace, false); }},
    Action{.id = "last",
           .label = "Last step",
           .chord = control(Key::end),
           .about = "what the layer hands on",
           .run = [](const CommandContext& d) { go_to_end(d.ui, d.workspace, true); }},
    Action{.id = "opening",
           .label = "The session's question",
           .chord = control(letter_key('h')),
           .about = "where the session opened",
           .run = [](const CommandContext& d) { go_to_opening(d.ui, d.workspace); }},
    Action{.id = "answer",
           .label = "Show the answer",
           .chord = {.key = letter_key('h'), .shift = true},
           .about = "to the session's question; again: hide it",
           .run =
               [](const CommandContext& d) {
                   const bool shown = d.workspace.on_opening && d.workspace.shows_answer;
                   if (!d.workspace.on_opening)
                       go_to_opening(d.ui, d.workspace);
                   d.workspace.shows_answer = !shown;
               },
           .enabled = [](const UiContext& d) { return !d.session.about.empty(); },
           .chosen = [](const UiContext& d) { return d.workspace.on_opening && d.workspace.shows_answer; }},
    Action{.id = "task-done",
           .label = "Put the task away",
           .about = "what the session says to try; each stage then has its own",
           .run = [](const CommandContext& d) { d.workspace.task_done = true; },
           .enabled = [](const UiContext& d) { return !d.session.hint.empty() && !d.workspace.task_done; }},
    Action{.id = "more-decimals",
           .label = "More decimals",
           .chord = {.key = Key::period, .alt = true},
           .about = "of the numbers in cells",
           .run = [](const CommandContext& d) { ++d.workspace.decimals; },
           .enabled = [](const UiContext& d) { return d.workspace.decimals < most_decimals; }},
    Action{.id = "fewer-decimals",
           .label = "Fewer decimals",
           .chord = {.key = Key::comma, .alt = true},
           .about = "of the numbers in cells; pointing tells them all",
           .run = [](const CommandContext& d) { --d.workspace.decimals; },
           .enabled = [](const UiContext& d) { return d.workspace.decimals > 0; }},
    Action{.id = "whole-numbers",
           .label = "Whole numbers without decimals",
           .about = "3 rather than 3.00, where all numbers of a matrix are whole",
           .run = [](const CommandContext& d) { d.workspace.whole_numbers = !d.workspace.whole_numbers; },
           .chosen = [](const UiContext& d) { return d.workspace.whole_numbers; }},
    Action{.id = "next-head",
           .label = "Next head",
           .chord = key(Key::tab),
           .about = "also by Alt+1 to Alt+9",
           .run = [](const CommandContext& d) { choose_head(d.ui, d.workspace, d.workspace.head + 1); },
           .enabled = [](const UiContext& d) { return d.sizes().H > 1; }},
    Action{.id = "previous-head",
           .label = "Previous head",
           .chord = {.key = Key::tab, .shift = true},
           .about = "",
           .run = [](const CommandContext& d) { choose_head(d.ui, d.workspace, d.workspace.head - 1); },
           .enabled = [](const UiContext& d) { return d.sizes().H > 1; }},
    Action{
        .id = "next-item",
        .label = "Next item",
        .chord = control(Key::page_down),
        .about = "of the batch",
        .run = [](const CommandContext& d) { choose_item(d.ui, d.workspace, (d.workspace.item + 1) % d.ui.sizes().B); },
        .enabled = [](const UiContext& d) { return d.sizes().B > 1; }},
    Action{.id = "previous-item",
           .label = "Previous item",
           .chord = control(Key::page_up),
           .about = "of the batch",
           .run =
               [](const CommandContext& d) {
                   const Index count = d.ui.sizes().B;
                   choose_item(d.ui, d.workspace, (d.workspace.item + count - 1) % count);
               },
           .enabled = [](const UiContext& d) { return d.sizes().B > 1; }},
    Action{.id = "next-picture",
           .label = "Another view of it",
           .chord = key(letter_key('v')),
           .about = "product, row, matrix, lines, all heads",
           .run = show_next_picture},
    Action{.id = "one-token",
           .label = "One token",
           .chord = key(letter_key('t')),
           .about = "the whole calculation of the selected token, all heads beside each other; again: back",
           .run = toggle_one_token,
           .enabled = can_show_token,
           .chosen = [](const UiContext& d) { return shown_picture(d) == PictureId::token; }},
    Action{.id = "all-heads",
           .label = "All heads",
           .chord = key(letter_key('a')),
           .about = "side by side, on one scale; again: one head",
           .run = toggle_all_heads,
           .enabled = [](const UiContext& d) { return has_several_heads(d); },
           .chosen = [](const UiContext& d) { return shown_picture(d) == PictureId::heads; }},
    Action{.id = "all-items",
           .label = "All items",
           .chord = key(letter_key('i')),
           .about = "of the batch, side by side, on one scale; again: one item",
           .run = toggle_all_items,
           .enabled = [](const UiContext& d) { return has_several_items(d); },
           .chosen = [](const UiContext& d) { return shown_picture(d) == PictureId::items; }},
    Action{.id = "baseline-keep",
           .label = "Keep as baseline",
           .chord = control(letter_key('b')),
           .about = "count changes from the numbers as they are now",
           .run = [](const CommandContext& d) { ask(d, KeepBaseline{}); }},
    Action{.id = "change",
           .label = "Show the change",
           .chord = key(letter_key('c')),
           .about = "since the baseline, everywhere; again: the numbers",
           .run = [](const CommandContext& d) { d.workspace.shows_change = !d.workspace.shows_change; },
           .enabled = has_baseline,
           .chosen = [](const UiContext& d) { return has_baseline(d) && d.workspace.shows_change; }},
    Action{.id = "moved",
           .label = "What moved…",
           .chord = key(letter_key('m')),
           .about = "every stage: in how many cells, and how far; and what stayed",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::moved); }},
    Action{.id = "glow",
           .label = "Glow of changes",
           .about = "what a change moved is outlined for a moment",
           .run = [](const CommandContext& d) { d.workspace.highlights_changes = !d.workspace.highlights_changes; },
           .chosen = [](const UiContext& d) { return d.workspace.highlights_changes; }},
    Action{.id = "baseline-drop",
           .label = "Forget the baseline",
           .about = "numbers stand for themselves again",
           .run = [](const CommandContext& d) { ask(d, DropBaseline{}); },
           .enabled = has_baseline},
    Action{.id = "notation",
           .label = "Notation…",
           .about = "in whose letters formulas are written: those of your notes, or of a file",
           .run = [](const CommandContext& d) { open_overlay(d, Overlay::Kind::notation); }},
    Action{
        .id = "columns",
        .label = "Tokens as columns",
        .about = "Q = W_Qᵀ X, scores = Kᵀ Q, columns of A sum to 1",
        .run =
            [](const CommandContext& d) {
                make(d, SetNotation{{}, !d.ui.session.tokens_as_columns, d.ui.session.notation});
            },
        .chosen = [](const UiContext& d) { return d.session.tokens_as_columns; }},
    Action{.id = "grey",
           .label = "Grey, for print",
           .about = "all heatmaps in greys",
           .run = [](const CommandContext& d) { d.workspace.grey = !d.workspace.grey; },
           .chosen = [](const UiContext& d) { return d.workspace.grey; }},
    Action{.id = "range-matrix",
           .label = "Range: this matrix",
           .about = "colours reach from end to end of each matrix",
           .run = [](const CommandContext& d) { d.workspace.range = RangeSource::this_matrix; },
           .chosen = [](const UiContext& d) { return d.workspace.range == RangeSource::this_matrix; }},
    Action{.id = "range-stage",
           .label = "Range: all heads",
           .about = "one scale for all heads of a stage",
           .run = [](const CommandContext& d) { d.workspace.range = RangeSource::this_stage; },
           .chosen = [](const UiContext& d) { return d.workspace.range == RangeSource::this_stage; }},
    Action{.id = "range-fixed",
           .label = "Range: fixed",
           .about = "the colours of the selected matrix as they are now, for all that is shown",
           .run = fix_range,
           .chosen = [](const UiContext& d) { return d.workspace.range == RangeSource::fixed; }},
    Action{.id = "zoom-in",
           .label = "Zoom in",
           .chord = control(Key::equal),
           .about = "also Ctrl and the wheel",
           .run = [](const CommandContext& d) { zoom_by(d, 1.25F); }},
    Action{.id = "zoom-out",
           .label = "Zoom out",
           .chord = control(Key::minus),
           .about = "",
           .run = [](const CommandContext& d) { zoom_by(d, 0.8F); }},
    Action{
        .id = "zoom-reset",
        .label = "Fit the stage",
        .chord = control(letter_key('0')),
        .about = "zoom 100 %",
        .run =
            [](const CommandContext& d) {
                d.workspace.zoom = 1;
                d.workspace.pan = {};
            }},
};

} // namespace

std::span<const Action> view_actions() {
    return view_action_table;
}

} // namespace attn
