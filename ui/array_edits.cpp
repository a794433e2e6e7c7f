#include "ui/array_edits.h"

#include "core/figure/number.h"
#include "core/figure/pictures/naming.h"
#include "ui/playback.h"

#include <fmt/core.h>

namespace attn {

namespace {

SlotId slot_of(const CellId& cell) {
    return {std::get<StageId>(cell.array), cell.item, cell.head};
}

Fill whole_matrix(const Doing& doing, Fill::With with) {
    const CellId cell = inspected_cell(doing.desk);
    Fill fill;
    fill.array = cell.array;
    fill.item = cell.item;
    fill.head = cell.head;
    fill.with = with;
    // Another draw each time.
    fill.seed = doing.desk.session.seed + ++doing.workspace.gestures;
    return fill;
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

void fill(const Doing& doing, Fill::With with, float factor) {
    Fill filling = whole_matrix(doing, with);
    filling.factor = factor;
    doing.outcome.edits.push_back({filling});
}

void fill_row(const Doing& doing, Fill::With with) {
    Fill filling = whole_matrix(doing, with);
    const CellId cell = inspected_cell(doing.desk);
    filling.first_row = cell.row;
    filling.rows = 1;
    filling.columns = array_shape(doing.desk, cell.array).columns;
    doing.outcome.edits.push_back({filling});
}

void fill_column(const Doing& doing, Fill::With with) {
    Fill filling = whole_matrix(doing, with);
    const CellId cell = inspected_cell(doing.desk);
    filling.first_column = cell.column;
    filling.columns = 1;
    filling.rows = array_shape(doing.desk, cell.array).rows;
    doing.outcome.edits.push_back({filling});
}

bool can_fill(const Desk& desk) {
    const CellId cell = inspected_cell(desk);
    const auto* stage = std::get_if<StageId>(&cell.array);
    return stage == nullptr || *stage == StageId::E || is_given(desk);
}

bool head_is_on(const Desk& desk) {
    return desk.layer().heads.at(static_cast<std::size_t>(desk.workspace.head)).on;
}

void add_token(const Doing& doing) {
    const Index end = doing.desk.layer().sequence.token_count();
    doing.outcome.edits.push_back({InsertToken{doing.workspace.item, end, "token", Side::sequence}});
    doing.workspace.field = open_field(fmt::format("field:token/{}", end + 1), "token");
}

void let_go(const Doing& doing) {
    Workspace& workspace = doing.workspace;
    workspace.grip.reset();
    if (workspace.overlay) {
        workspace.overlay.reset();
        workspace.field.reset();
        workspace.waiting.reset();
    } else if (workspace.field)
        workspace.field.reset();
    else if (workspace.playback.active)
        end_playback(workspace);
    else if (workspace.notice)
        workspace.notice.reset();
    else
        workspace.focus.reset();
    workspace.field_problem.clear();
}

} // namespace attn
