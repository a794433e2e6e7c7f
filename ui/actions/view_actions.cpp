#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/picture.h"
#include "core/figure/pictures/pictures.h"
#include "ui/actions/action_tables.h"
#include "ui/actions/navigation.h"
#include "ui/actions/text_size.h"
#include "ui/actions/zoom.h"
#include "ui/document/offered_notations.h"
#include "ui/document/remembered.h"
#include "ui/document/shown_figure.h"
#include <algorithm>
#include <array>

namespace attn {

namespace {

bool has_baseline(const UiContext& ui) {
    return ui.baseline != nullptr;
}

/// Releases the range of the array in sight, for the matrix's own or the stage's; ranges of other arrays stay fixed.
void set_range(const CommandContext& command, bool shares_range) {
    release_range(command.workspace.fixed_ranges, command.workspace.array());
    command.workspace.shares_range = shares_range;
}

bool has_own_range(const UiContext& ui, bool shares_range) {
    return !ui.workspace.has_fixed_range(ui.workspace.array()) && ui.workspace.shares_range == shares_range;
}

/// Fixes the range of the array in sight, so that its colours keep their present meaning.
void fix_present_range(const CommandContext& command) {
    const CellId cell = selected_cell(command.ui);
    const Range now = heat_of(command.ui, {cell.layer, cell.array, cell.item, cell.head, 0, 0}).range;
    fix_range(command.workspace.fixed_ranges, {cell.array, now.low, now.high});
}

void show_next_picture(const CommandContext& command) {
    const std::vector<PictureId> all = fitting_pictures(command.ui);
    const auto now = std::find(all.begin(), all.end(), shown_picture(command.ui));
    show_picture(command.ui, command.workspace, now + 1 == all.end() ? all.front() : *(now + 1));
}

/// Shows the picture or, if it is shown already, the one before it.
void toggle_picture(const CommandContext& command, PictureId id) {
    Workspace& workspace = command.workspace;
    const bool came_here = workspace.before_toggle.stage == workspace.array();
    if (shown_picture(command.ui) == id) {
        workspace.picture = came_here ? workspace.before_toggle.picture : std::nullopt;
        return;
    }
    workspace.before_toggle = {workspace.array(), workspace.picture};
    show_picture(command.ui, workspace, id);
}

void toggle_all_heads(const CommandContext& command) {
    toggle_picture(command, PictureId::heads);
}

void toggle_all_items(const CommandContext& command) {
    toggle_picture(command, PictureId::items);
}

void toggle_one_token(const CommandContext& command) {
    toggle_picture(command, PictureId::token);
}

void show_next_notation(const CommandContext& command) {
    const std::vector<NotationChoice> all = offered_notations(command.ui);
    const Session& session = command.ui.session;
    const auto next = std::ranges::find(all, session.notation) + 1; // all notations include the session's own
    make(command, SetNotation{{}, session.tokens_as_columns, next == all.end() ? all.front() : *next});
}

bool can_show_token(const UiContext& ui) {
    return shows_token(ui);
}

constexpr std::array view_action_table{
    Action{.id = "next",
           .label = "Next step",
           .chord = key(Key::page_down),
           .other_chord = key(Key::right_bracket),
           .about = "the next stage of the layer",
           .run = [](const CommandContext& d) { step_by(d.ui, d.workspace, 1); },
           .menus = {{Menu::go, 0, 10}}},
    Action{.id = "previous",
           .label = "Previous step",
           .chord = key(Key::page_up),
           .other_chord = key(Key::left_bracket),
           .about = "the stage before",
           .run = [](const CommandContext& d) { step_by(d.ui, d.workspace, -1); },
           .menus = {{Menu::go, 0, 20}}},
    Action{.id = "first",
           .label = "First step",
           .chord = control(Key::home),
           .about = "where the layer begins",
           .run = [](const CommandContext& d) { go_to_end(d.ui, d.workspace, false); },
           .menus = {{Menu::go, 0, 30}}},
    Action{.id = "last",
           .label = "Last step",
           .chord = control(Key::end),
           .about = "what the layer hands on",
           .run = [](const CommandContext& d) { go_to_end(d.ui, d.workspace, true); },
           .menus = {{Menu::go, 0, 40}}},
    Action{.id = "all-arrays",
           .label = "All arrays",
           .chord = key(letter_key('x')),
           .about = "step through every array of the layer, and not only through the steps of the notes",
           .run =
               [](const CommandContext& d) {
                   const bool all = d.workspace.steps == StepsShown::all;
                   d.workspace.steps = all ? StepsShown::notes : StepsShown::all;
               },
           .chosen = [](const UiContext& d) { return d.workspace.steps == StepsShown::all; },
           .menus = {{Menu::go, 0, 45}}},
    Action{.id = "go-to",
           .label = "Go to row, column…",
           .chord = control(letter_key('g')),
           .about = "of the matrix in sight, or to a cell by its name: A/2[4,1]",
           .run = [](const CommandContext& d) { ask_in_menu(d, "go", "field:go-to"); },
           .menus = InNoMenu::as_the_field_it_opens},
    Action{.id = "opening",
           .label = "The session's question",
           .chord = control(letter_key('h')),
           .about = "where the session opened",
           .run = [](const CommandContext& d) { go_to_opening(d.ui, d.workspace); },
           .menus = {{Menu::go, 0, 50}}},
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
           .enabled = [](const UiContext& d) { return !about_with_caveats(d.session).empty(); },
           .needs = "This session has no answer.",
           .chosen = [](const UiContext& d) { return d.workspace.on_opening && d.workspace.shows_answer; },
           .menus = {{Menu::go, 0, 60}}},
    Action{.id = "task-done",
           .label = "Put the task away",
           .about = "what the session says to try; each stage then has its own",
           .run = [](const CommandContext& d) { d.workspace.task_done = true; },
           .enabled = [](const UiContext& d) { return !d.session.hint.empty() && !d.workspace.task_done; },
           .needs = "There is no task.",
           .menus = {{Menu::go, 0, 70}}},
    Action{.id = "more-decimals",
           .label = "More decimals",
           .chord = {.key = Key::period, .alt = true},
           .about = "of the numbers in cells",
           .run = [](const CommandContext& d) { ++d.workspace.decimals; },
           .enabled = [](const UiContext& d) { return d.workspace.decimals < most_shown_decimals; },
           .needs = "There are as many as cells can show.",
           .menus = {{Menu::look, 1, 10}}},
    Action{.id = "fewer-decimals",
           .label = "Fewer decimals",
           .chord = {.key = Key::comma, .alt = true},
           .about = "of the numbers in cells; pointing tells them all",
           .run = [](const CommandContext& d) { --d.workspace.decimals; },
           .enabled = [](const UiContext& d) { return d.workspace.decimals > 0; },
           .needs = "There are none left.",
           .menus = {{Menu::look, 1, 20}}},
    Action{.id = "whole-numbers",
           .label = "Whole numbers without decimals",
           .about = "3 rather than 3.00, where all numbers of a matrix are whole",
           .run = [](const CommandContext& d) { d.workspace.whole_numbers = !d.workspace.whole_numbers; },
           .chosen = [](const UiContext& d) { return d.workspace.whole_numbers; },
           .menus = {{Menu::look, 1, 30}}},
    Action{.id = "next-head",
           .label = "Next head",
           .chord = key(Key::tab),
           .about = "also by Alt+1 to Alt+9",
           .run = [](const CommandContext& d) { choose_head(d.ui, d.workspace, d.workspace.head + 1); },
           .enabled = [](const UiContext& d) { return d.sizes().H > 1; },
           .needs = "There is one head.",
           .menus = {{Menu::go, 2, 10}}},
    Action{.id = "previous-head",
           .label = "Previous head",
           .chord = {.key = Key::tab, .shift = true},
           .about = "",
           .run = [](const CommandContext& d) { choose_head(d.ui, d.workspace, d.workspace.head - 1); },
           .enabled = [](const UiContext& d) { return d.sizes().H > 1; },
           .needs = "There is one head.",
           .menus = {{Menu::go, 2, 20}}},
    Action{
        .id = "next-item",
        .label = "Next item",
        .chord = control(Key::page_down),
        .about = "of the batch",
        .run = [](const CommandContext& d) { choose_item(d.ui, d.workspace, (d.workspace.item + 1) % d.ui.sizes().B); },
        .enabled = [](const UiContext& d) { return d.sizes().B > 1; },
        .needs = "There is one item.",
        .menus = {{Menu::go, 2, 30}}},
    Action{.id = "previous-item",
           .label = "Previous item",
           .chord = control(Key::page_up),
           .about = "of the batch",
           .run =
               [](const CommandContext& d) {
                   const Index count = d.ui.sizes().B;
                   choose_item(d.ui, d.workspace, (d.workspace.item + count - 1) % count);
               },
           .enabled = [](const UiContext& d) { return d.sizes().B > 1; },
           .needs = "There is one item.",
           .menus = {{Menu::go, 2, 40}}},
    Action{.id = "next-picture",
           .label = "Another view of it",
           .chord = key(letter_key('v')),
           .about = "product, row, matrix, lines, all heads",
           .run = show_next_picture,
           .menus = {{Menu::look, 0, 10}}},
    Action{.id = "one-token",
           .label = "One token",
           .chord = key(letter_key('t')),
           .about = "the whole calculation of the selected token, all heads beside each other; again: back",
           .run = toggle_one_token,
           .enabled = can_show_token,
           .needs = "This session does not have all stages of a layer.",
           .chosen = [](const UiContext& d) { return shown_picture(d) == PictureId::token; },
           .menus = {{Menu::look, 0, 20}}},
    Action{.id = "all-heads",
           .label = "All heads",
           .chord = key(letter_key('a')),
           .about = "side by side, on one scale; again: one head",
           .run = toggle_all_heads,
           .enabled = [](const UiContext& d) { return has_several_heads(d); },
           .needs = "This array has no heads to stand side by side.",
           .chosen = [](const UiContext& d) { return shown_picture(d) == PictureId::heads; },
           .menus = {{Menu::look, 0, 30}}},
    Action{.id = "all-items",
           .label = "All items",
           .chord = key(letter_key('i')),
           .about = "of the batch, side by side, on one scale; again: one item",
           .run = toggle_all_items,
           .enabled = [](const UiContext& d) { return has_several_items(d); },
           .needs = "There is one item.",
           .chosen = [](const UiContext& d) { return shown_picture(d) == PictureId::items; },
           .menus = {{Menu::look, 0, 40}}},
    Action{.id = "baseline-keep",
           .label = "Keep as baseline",
           .chord = control(letter_key('b')),
           .about = "count changes from the numbers as they are now",
           .run = [](const CommandContext& d) { ask(d, KeepBaseline{}); },
           .menus = {{Menu::colours, 2, 10}}},
    Action{.id = "change",
           .label = "Show the change",
           .chord = key(letter_key('c')),
           .about = "since the baseline, everywhere; again: the numbers",
           .run =
               [](const CommandContext& d) {
                   if (d.workspace.shows_change) // the picture that showed the change stays
                       d.workspace.picture = shown_picture(d.ui);
                   d.workspace.shows_change = !d.workspace.shows_change;
               },
           .enabled = has_baseline,
           .needs = "There is no baseline: Ctrl+B keeps one.",
           .chosen = [](const UiContext& d) { return has_baseline(d) && d.workspace.shows_change; },
           .menus = {{Menu::colours, 2, 20}}},
    Action{.id = "moved",
           .label = "What moved…",
           .chord = key(letter_key('m')),
           .about = "every stage: in how many cells, and how far; and what stayed",
           .menus = {{Menu::colours, 3, 10}}},
    Action{.id = "all-menus",
           .label = "All menus",
           .about = "also those that no lesson has named yet; they stay",
           .run = [](const CommandContext& d) { d.workspace.knows_all_menus = true; },
           .enabled = [](const UiContext& d) { return d.scope().has_few_menus; },
           .menus = InNoMenu::beside_what_it_is_for,
           .offered_while = [](const UiContext& d) { return d.scope().has_few_menus; }},
    Action{.id = "glow",
           .label = "Glow of changes",
           .about = "what a change moved is outlined for a moment",
           .run = [](const CommandContext& d) { d.workspace.highlights_changes = !d.workspace.highlights_changes; },
           .chosen = [](const UiContext& d) { return d.workspace.highlights_changes; },
           .menus = {{Menu::colours, 3, 20}}},
    Action{.id = "baseline-drop",
           .label = "Forget the baseline",
           .about = "numbers stand for themselves again",
           .run =
               [](const CommandContext& d) {
                   d.workspace.picture = shown_picture(d.ui); // the picture that showed the change stays
                   ask(d, DropBaseline{});
               },
           .enabled = has_baseline,
           .needs = "There is no baseline.",
           .menus = {{Menu::colours, 2, 30}}},
    Action{.id = "notation",
           .label = "Notation…",
           .about = "the letters that formulas are written in: those of your notes, or of a file",
           .menus = {{Menu::notation, 1, 10}}},
    Action{.id = "next-notation",
           .label = "Next notation",
           .chord = {.key = letter_key('n'), .shift = true},
           .about = "every formula in the letters of the next set of notes; a lecture (F11) obeys the same key",
           .run = show_next_notation,
           .menus = {{Menu::notation, 1, 15}}},
    Action{
        .id = "columns",
        .label = "Tokens as columns",
        .about = "{name Q} = {name W_Q}ᵀ {name X}, {name scores} = {name K}ᵀ {name Q}, columns of {name A} sum to 1; "
                 "once more: tokens as rows",
        .run =
            [](const CommandContext& d) {
                make(d, SetNotation{{}, !d.ui.session.tokens_as_columns, d.ui.session.notation});
            },
        .chosen = [](const UiContext& d) { return d.session.tokens_as_columns; },
        .menus = {{Menu::look, 0, 50}, {Menu::notation, 1, 20}}},
    Action{.id = "grey",
           .label = "Grey, for print",
           .about = "all heatmaps in greys",
           .run = [](const CommandContext& d) { d.workspace.grey = !d.workspace.grey; },
           .chosen = [](const UiContext& d) { return d.workspace.grey; },
           .menus = {{Menu::colours, 0, 20}}},
    Action{.id = "range-matrix",
           .label = "Range: this matrix",
           .about = "colours reach from end to end of each matrix",
           .run = [](const CommandContext& d) { set_range(d, false); },
           .chosen = [](const UiContext& d) { return has_own_range(d, false); },
           .menus = {{Menu::colours, 1, 10}, {Menu::range, 1, 10}}},
    Action{.id = "range-stage",
           .label = "Range: all heads",
           .about = "one scale for all heads of a stage",
           .run = [](const CommandContext& d) { set_range(d, true); },
           .chosen = [](const UiContext& d) { return has_own_range(d, true); },
           .menus = {{Menu::colours, 1, 20}, {Menu::range, 1, 20}}},
    Action{.id = "range-fixed",
           .label = "Range: fixed",
           .about = "as the colours of this matrix are now, in all its heads; other matrices keep theirs",
           .run = fix_present_range,
           .chosen = [](const UiContext& d) { return d.workspace.has_fixed_range(d.workspace.array()); },
           .menus = {{Menu::colours, 1, 30}, {Menu::range, 1, 30}}},
    Action{.id = "text-larger",
           .label = "Larger text",
           .chord = control(Key::equal),
           .about = "and all else in the window; in a lecture the words around the picture, also by + alone",
           .run = enlarge_text,
           .menus = {{Menu::look, 2, 40}}},
    Action{.id = "text-smaller",
           .label = "Smaller text",
           .chord = control(Key::minus),
           .about = "and all else in the window; in a lecture the words around the picture, also by − alone",
           .run = reduce_text,
           .menus = {{Menu::look, 2, 50}}},
    Action{.id = "text-usual",
           .label = "Text of the usual size",
           .chord = control(letter_key('0')),
           .about = "as the desktop has it; in a lecture as it began, and the whole picture",
           .run = restore_text,
           .menus = {{Menu::look, 2, 60}}},
    Action{.id = "zoom-in",
           .label = "Zoom in",
           .chord = {.key = Key::equal, .control = true, .alt = true},
           .about = "the stage; also Ctrl and the wheel",
           .run = [](const CommandContext& d) { zoom_by(d.workspace, 1.25F); },
           .menus = {{Menu::look, 2, 10}}},
    Action{.id = "zoom-out",
           .label = "Zoom out",
           .chord = {.key = Key::minus, .control = true, .alt = true},
           .about = "the stage",
           .run = [](const CommandContext& d) { zoom_by(d.workspace, 0.8F); },
           .menus = {{Menu::look, 2, 20}}},
    Action{.id = "zoom-reset",
           .label = "Fit the stage",
           .chord = {.key = letter_key('0'), .control = true, .alt = true},
           .about = "zoom 100 %",
           .run = [](const CommandContext& d) { fit_stage(d.workspace); },
           .menus = {{Menu::look, 2, 30}}},
};
static_assert(each_is_in_a_menu_or_says_why_not(view_action_table));

} // namespace

std::span<const Action> view_actions() {
    return view_action_table;
}

} // namespace attn
