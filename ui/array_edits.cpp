#include "ui/array_edits.h"

#include "core/figure/number.h"
#include "core/figure/pictures/naming.h"
#include "ui/drag.h"
#include "ui/export_actions.h"
#include "ui/lecture.h"
#include "ui/playback.h"
#include "ui/token_places.h"
#include "ui/tour.h"

#include <utility>

namespace attn {

namespace {

SlotId slot_of(const CellId& cell) {
    return {std::get<StageId>(cell.array), cell.item, cell.head};
}

/// Fields in menus and in the sizes are let go of alone; those that a dialog or the search opens with go along.
bool keeps_open(const Workspace& workspace) {
    const Overlay::Kind kind = workspace.overlay->kind;
    return workspace.field && (kind == Overlay::Kind::menu || kind == Overlay::Kind::sizes ||
                               (kind == Overlay::Kind::exporting && !is_export_path(workspace.field->name)));
}

} // namespace

void open_cell_field(const Doing& doing) {
    const CellId cell = inspected_cell(doing.desk);
    doing.workspace.field = open_field("field:cell", exact_number(doing.desk.trace.value(cell)));
    doing.workspace.field_problem.clear();
}

void pin_cell(const Doing& doing) {
    const CellId cell = inspected_cell(doing.desk);
    doing.outcome.edits.push_back({Pin{cell, doing.desk.trace.value(cell)}});
}

bool is_pinned(const Desk& desk) {
    return desk.layer().pins.contains(inspected_cell(desk));
}

bool can_pin(const Desk& desk) {
    return std::holds_alternative<StageId>(inspected_cell(desk).array) && !is_pinned(desk);
}

bool is_given(const Desk& desk) {
    const CellId cell = inspected_cell(desk);
    return std::holds_alternative<StageId>(cell.array) && desk.layer().given.contains(slot_of(cell));
}

void compute_again(const Doing& doing) {
    doing.outcome.edits.push_back({ComputeAgain{slot_of(inspected_cell(doing.desk))}});
}

Fill filling_of(const Doing& doing, Part part, Fill::With with, float number) {
    const CellId cell = inspected_cell(doing.desk);
    const Shape shape = array_shape(doing.desk, cell.array);
    Fill fill;
    fill.array = cell.array;
    fill.item = cell.item;
    fill.head = cell.head;
    fill.with = with;
    fill.number = number;
    // Another draw each time.
    fill.seed = doing.desk.session.seed + ++doing.workspace.gestures;
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

bool can_fill(const Desk& desk) {
    const CellId cell = inspected_cell(desk);
    const auto* stage = std::get_if<StageId>(&cell.array);
    if (stage == nullptr || *stage == StageId::E || *stage == StageId::mask || is_given(desk))
        return true;
    return *stage == StageId::P && desk.layer().sequence.positions.kind == Positions::Kind::given;
}

bool head_is_on(const Desk& desk) {
    return desk.layer().heads.at(static_cast<std::size_t>(desk.workspace.head)).on;
}

void add_token(const Doing& doing, Side side) {
    if (side == Side::context && !doing.desk.layer().context)
        return;
    open_token({side, sequence_of(doing.desk, side).token_count()}, doing);
}

void rename_selected_token(const Doing& doing) {
    if (const auto place = selected_token(doing.desk))
        open_token(*place, doing);
}

void move_selected_token(const Doing& doing, Index by) {
    const auto place = selected_token(doing.desk);
    if (!place)
        return;
    const Index to = place->token + by;
    if (to < 0 || to >= sequence_of(doing.desk, place->side).token_count())
        return;
    doing.outcome.edits.push_back({MoveToken{doing.workspace.item, place->token, to, place->side}});
    doing.workspace.row = to;
}

void remove_selected_token(const Doing& doing) {
    if (const auto place = selected_token(doing.desk))
        doing.outcome.edits.push_back({RemoveToken{doing.workspace.item, place->token, place->side}});
}

bool has_selected_token(const Desk& desk) {
    return selected_token(desk).has_value();
}

void let_go(const Doing& doing) {
    Workspace& workspace = doing.workspace;
    workspace.grip.reset();
    if (workspace.overlay && workspace.overlay->kind == Overlay::Kind::exporting &&
        !std::exchange(workspace.exporting.open_list, {}).empty())
        return;
    if (workspace.blank)
        workspace.blank = false;
    else if (workspace.overlay && !keeps_open(workspace)) {
        workspace.overlay.reset();
        workspace.field.reset();
        workspace.waiting.reset();
    } else if (workspace.field)
        workspace.field.reset();
    else if (workspace.playback.active)
        end_playback(workspace);
    else if (doing.desk.status.progress)
        doing.outcome.requests.push_back({CancelWork{}});
    else if (workspace.notice)
        workspace.notice.reset();
    else if (workspace.tour)
        end_tour(workspace);
    else if (workspace.lecture)
        end_lecture(workspace);
    else if (workspace.vision != Vision::typical)
        workspace.vision = Vision::typical;
    else
        workspace.focus.reset();
    workspace.field_problem.clear();
}

} // namespace attn
