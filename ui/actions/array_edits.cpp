#include "ui/actions/array_edits.h"

#include "core/figure/number.h"
#include "core/figure/pictures/labels.h"
#include "core/model/arrays.h"
#include "ui/actions/dialog.h"
#include "ui/actions/drag.h"
#include "ui/actions/export_actions.h"
#include "ui/actions/lecture.h"
#include "ui/actions/moved.h"
#include "ui/actions/navigation.h"
#include "ui/actions/playback.h"
#include "ui/actions/token_places.h"

#include <random>
#include <set>
#include <utility>
#include <vector>

namespace attn {

namespace {

Address slot_of(const CellId& cell) {
    return {cell.layer, cell.array, cell.item, cell.head};
}

/// True if Escape closes the field alone: in menus and in the sizes, but not in dialogs that open with their field.
bool keeps_open(const Workspace& workspace) {
    return workspace.field && open_dialog(workspace)->keeps_open && !workspace.overlay->asks &&
           !is_export_path(workspace.field->name);
}

} // namespace

void open_cell_field(const CommandContext& command) {
    const CellId cell = inspected_cell(command.ui);
    command.workspace.field = open_field("field:cell", full_number(command.ui.trace.value(cell)));
    command.workspace.field->moves_on = true;
    command.workspace.field_problem.clear();
}

void pin_cell(const CommandContext& command) {
    const CellId cell = inspected_cell(command.ui);
    command.frame_actions.edits.push_back({Pin{cell, command.ui.trace.value(cell)}});
}

bool is_pinned(const UiContext& ui) {
    return ui.layer().pins.contains(inspected_cell(ui));
}

bool can_pin(const UiContext& ui) {
    return is_stage(inspected_cell(ui).array) && !is_pinned(ui);
}

bool is_given(const UiContext& ui) {
    const CellId cell = inspected_cell(ui);
    return is_stage(cell.array) && ui.layer().given.contains(slot_of(cell));
}

void compute_again(const CommandContext& command) {
    command.frame_actions.edits.push_back({ComputeAgain{slot_of(inspected_cell(command.ui))}});
}

Fill filling_of(const CommandContext& command, Part part, Fill::With with, float number) {
    const CellId cell = inspected_cell(command.ui);
    const Shape shape = array_shape(command.ui, cell.array);
    Fill fill;
    fill.array = cell.array;
    fill.item = cell.item;
    fill.head = cell.head;
    fill.with = with;
    fill.number = number;
    // Another seed for each fill.
    fill.seed = command.ui.session.seed + ++command.workspace.gestures;
    if (part == Part::row) {
        fill.first_row = cell.row;
        fill.rows = 1;
        fill.columns = shape.columns;
    } else if (part == Part::column) {
        fill.first_column = cell.column;
        fill.columns = 1;
        fill.rows = shape.rows;
    }
    return fill;
}

bool can_fill(const UiContext& ui) {
    const CellId cell = inspected_cell(ui);
    const ArrayId stage = cell.array;
    if (!is_stage(stage) || stage == ArrayId::E || stage == ArrayId::mask || is_given(ui))
        return true;
    return stage == ArrayId::P && ui.layer().sequence.positions.kind == Positions::Kind::given;
}

void fill_all_weights(const CommandContext& command, AllWeights with) {
    const std::uint64_t gesture = ++command.workspace.gestures;
    std::mt19937_64 generator(command.ui.session.seed + gesture);
    std::set<CellId> filled; // weights filled so far: heads may share them
    for (const Array& row : parameters()) {
        const ArrayId array = row.id;
        const bool is_weight = row.heads != Heads::none && row.rows != Axis::one;
        for (Index head = 0; is_weight && has_array(command.ui, array) && head < command.ui.sizes().H; ++head) {
            const CellId first = canonical(command.ui, {command.ui.layer().number, array, 0, head, 0, 0});
            if (!filled.insert(first).second)
                continue;
            const Shape shape = array_shape(command.ui, array);
            if (with == AllWeights::integers) {
                constexpr std::uint64_t numbers = 5; // −2 … 2
                std::vector<float> cells;
                for (Index i = 0; i < shape.rows * shape.columns; ++i)
                    cells.push_back(static_cast<float>(generator() % numbers) - 2);
                command.frame_actions.edits.push_back(
                    {SetMatrix{array, 0, first.head, Matrix::adopt(std::move(cells), shape.rows, shape.columns)},
                     gesture});
                continue;
            }
            Fill fill;
            fill.array = array;
            fill.head = first.head;
            fill.rows = shape.rows;
            fill.columns = shape.columns;
            fill.with = with == AllWeights::zero ? Fill::With::zero : Fill::With::random;
            fill.seed = generator();
            command.frame_actions.edits.push_back({fill, gesture});
        }
    }
}

bool head_is_on(const UiContext& ui) {
    return ui.layer().heads.at(static_cast<std::size_t>(ui.workspace.head)).on;
}

void add_token(const CommandContext& command, Side side) {
    if (side == Side::context && !command.ui.layer().context)
        return;
    open_token({side, sequence_of(command.ui, side).token_count()}, command);
}

void rename_token(const CommandContext& command) {
    if (const auto place = token_to_change(command.ui))
        open_token(*place, command);
}

void move_token(const CommandContext& command, Index by) {
    const auto place = token_to_change(command.ui);
    if (!place)
        return;
    const Index to = place->token + by;
    if (to < 0 || to >= sequence_of(command.ui, place->side).token_count())
        return;
    command.frame_actions.edits.push_back(
        {MoveToken{command.workspace.item, place->token, to, place->side}, 0, words_of_move(command.ui, *place, to)});
    if (command.workspace.chosen_token)
        choose_token(command.ui, command.workspace, {place->side, to});
    else
        command.workspace.row = to;
}

void remove_token(const CommandContext& command) {
    if (const auto place = token_to_change(command.ui))
        command.frame_actions.edits.push_back({RemoveToken{command.workspace.item, place->token, place->side}});
}

bool has_token_to_change(const UiContext& ui) {
    return token_to_change(ui).has_value();
}

bool has_chosen_token(const UiContext& ui) {
    return ui.workspace.chosen_token.has_value();
}

void escape(const CommandContext& command) {
    Workspace& workspace = command.workspace;
    workspace.drag.reset();
    // No tip is shown until the mouse moves.
    if (std::exchange(workspace.pointing, {.at = workspace.pointing.at}).by != Pointing::By::mouse)
        return;
    if (const Dialog* const dialog = open_dialog(workspace);
        dialog != nullptr && dialog->escape != nullptr && dialog->escape(workspace))
        return;
    // A notice that goes by itself does not use up an Escape.
    if (workspace.notice && workspace.notice->passes)
        workspace.notice.reset();
    if (workspace.blank)
        workspace.blank = false;
    else if (workspace.overlay && !keeps_open(workspace)) {
        workspace.overlay.reset();
        workspace.field.reset();
        workspace.waiting.reset();
    } else if (command.ui.scope().is_first_minute)
        command.frame_actions.requests.push_back({LeaveLesson{}}); // as its button does, whatever is typed there
    else if (workspace.field)
        workspace.field.reset();
    else if (workspace.playback.active)
        end_playback(workspace);
    else if (command.ui.status.progress)
        command.frame_actions.requests.push_back({CancelWork{}});
    else if (workspace.notice)
        workspace.notice.reset();
    else if (command.ui.scope().is_for_audience)
        end_lecture(workspace);
    else if (command.ui.scope().is_taught) // one Escape too many does not end the lesson
        workspace.notice = passing(notice_of_deed("The lesson stays. “Leave”, beneath its text, leads out of it."));
    else if (workspace.chosen_token)
        workspace.chosen_token.reset();
    else if (workspace.range_end)
        workspace.range_end.reset();
    else if (workspace.focus || !workspace.parameter)
        workspace.focus.reset();
    else
        go_to_step(command.ui, workspace, workspace.step); // from a weight back to the step before it
    workspace.field_problem.clear();
}

} // namespace attn
