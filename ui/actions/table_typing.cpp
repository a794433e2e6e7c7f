#include "ui/actions/table_typing.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/picture.h"
#include "ui/actions/navigation.h"

namespace attn {

namespace {

bool shows_one_row(const UiContext& ui) {
    return picture(shown_picture(ui)).shows_one_row; // the row in sight stays in sight
}

/// The column in which Tab began to fill this row; the present one if Tab did not.
Index first_column(const UiContext& ui, const CellId& now) {
    const auto& row = ui.workspace.tabbed_row;
    return row && row->next == now ? row->first_column : shown_place(ui, now).column;
}

} // namespace

void go_on_by_tab(const CommandContext& command, Index by) {
    const UiContext& ui = command.ui;
    const CellId now = inspected_cell(ui);
    const Index first = first_column(ui, now);
    const Shape shape = shown_shape(ui, now.array);
    const Index column = shown_place(ui, now).column;
    const bool is_within = column + by >= 0 && column + by < shape.columns;
    const Index wraps_to = by > 0 ? first : shape.columns - 1;
    if (is_within || shows_one_row(ui))
        move_selection(ui, command.workspace, 0, by);
    else if (const Index row = shown_place(ui, now).row + by; row >= 0 && row < shape.rows)
        move_selection(ui, command.workspace, by, wraps_to - column);
    command.workspace.tabbed_row = {first, inspected_cell(ui)};
}

void go_on_by_enter(const CommandContext& command, Index by) {
    const UiContext& ui = command.ui;
    const CellId now = inspected_cell(ui);
    const ShownPlace place = shown_place(ui, now);
    const Index row = place.row + by;
    if (row >= 0 && row < shown_shape(ui, now.array).rows && !shows_one_row(ui))
        move_selection(ui, command.workspace, by, first_column(ui, now) - place.column);
    command.workspace.tabbed_row.reset();
}

void go_on_by_arrow(const CommandContext& command, Index rows, Index columns) {
    if (rows == 0 || !shows_one_row(command.ui))
        move_selection(command.ui, command.workspace, rows, columns);
    command.workspace.tabbed_row.reset();
}

} // namespace attn
