#include "ui/actions/navigation.h"

#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/figure/pictures/picture.h"
#include "core/model/arrays.h"
#include "ui/actions/playback.h"
#include "ui/actions/token_places.h"
#include "ui/actions/zoom.h"

#include <algorithm>
#include <utility>

namespace attn {

namespace {

/// True if the chosen picture is of one stage only. All heads, and one token's way, stay from step to step.
bool has_own_picture(const Workspace& workspace) {
    return workspace.picture && !picture(*workspace.picture).stays;
}

/// True if the picture is the heatmap in which the program opens a session, whatever the stage's usual picture is.
bool is_picture_of_opening(const Workspace& workspace) {
    return workspace.on_opening && workspace.picture == PictureId::heatmap;
}

/// Remembers the picture of the stage that is left now, or forgets it if it is the usual one.
void remember_picture(Workspace& workspace) {
    if (scope_of(workspace).is_taught || is_picture_of_opening(workspace))
        return;
    if (has_own_picture(workspace))
        workspace.pictures.insert_or_assign(workspace.array(), *workspace.picture);
    else if (!workspace.picture)
        workspace.pictures.erase(workspace.array());
}

void fresh_look(Workspace& workspace) {
    remember_picture(workspace);
    fit_stage(workspace);
    workspace.focus.reset();
    workspace.chosen_token.reset();
    workspace.on_opening = false;
    end_playback(workspace);
    workspace.inspector_scroll = 0;
}

/// Shows a weight or, if there is none, the stage, with the selection that it was left with.
void set_parameter(Workspace& workspace, std::optional<ArrayId> parameter) {
    if (parameter.has_value() != workspace.parameter.has_value()) {
        std::swap(workspace.row, workspace.other_row);
        std::swap(workspace.column, workspace.other_column);
    }
    workspace.parameter = parameter;
}

} // namespace

void go_to_step(const UiContext& ui, Workspace& workspace, ArrayId stage) {
    if (!ui.trace.has(stage))
        return;
    fresh_look(workspace);
    set_parameter(workspace, std::nullopt);
    workspace.step = stage;
    if (has_own_picture(workspace))
        workspace.picture.reset();
    // Each step of a lesson sets its own picture.
    if (const auto left = workspace.pictures.find(stage);
        !workspace.picture && !ui.scope().is_taught && left != workspace.pictures.end())
        show_picture(ui, workspace, left->second);
    // Only a lesson about softmax shows how softmax makes a row.
    if (ui.scope().is_for_learner && !workspace.picture)
        show_plainly(ui, workspace);
}

std::vector<ArrayId> shown_steps(const UiContext& ui) {
    return steps_of(ui.trace, ui.session.notation, ui.workspace.steps);
}

void step_by(const UiContext& ui, Workspace& workspace, int steps) {
    go_to_step(ui, workspace, step_from(shown_steps(ui), workspace.step, steps));
}

void go_to_end(const UiContext& ui, Workspace& workspace, bool last) {
    const std::vector<ArrayId> all = shown_steps(ui);
    go_to_step(ui, workspace, last ? all.back() : all.front());
}

void show_parameter(const UiContext& ui, Workspace& workspace, ArrayId parameter) {
    if (!has_array(ui, parameter))
        return;
    fresh_look(workspace);
    set_parameter(workspace, parameter);
}

void go_to_cell(const UiContext& ui, Workspace& workspace, const CellId& cell) {
    if (is_stage(cell.array)) {
        go_to_step(ui, workspace, cell.array);
        if (ui.trace.extent(cell.array).items > 1)
            workspace.item = cell.item;
    } else
        show_parameter(ui, workspace, cell.array);
    point_at(ui, workspace, cell);
}

namespace {

/// True if the picture shows one token's way through all stages and the cell is one of that token's: any of its stages
/// may then be selected.
bool is_on_way_of_token(const UiContext& ui, const Workspace& workspace, const CellId& cell) {
    return picture(shown_picture(ui)).shows_way && is_stage(cell.array) &&
           row_of(cell.array).rows == Axis::query_tokens && cell.row == workspace.row;
}

} // namespace

namespace {

/// True if both arrays have a row for each query and a column for each key, so that a cell of one has its place in the
/// other.
bool are_of_query_and_key(ArrayId one, ArrayId other) {
    const auto is = [](ArrayId array) {
        return is_stage(array) && row_of(array).rows == Axis::query_tokens && row_of(array).columns == Axis::key_tokens;
    };
    return is(one) && is(other);
}

/// Selects the row or column of the stage that the cell, of one of its operands, is multiplied into.
void frame_sum_with(const UiContext& ui, Workspace& workspace, const CellId& cell) {
    const auto operands = workspace.parameter || !ui.trace.has(workspace.step)
                              ? std::nullopt
                              : product_operands(ui.trace.structure(), workspace.step);
    if (operands && cell.array == operands->left)
        workspace.row = cell.row;
    if (operands && cell.array == operands->right)
        workspace.column = operands->right_transposed ? cell.row : cell.column;
}

} // namespace

void point_at(const UiContext& ui, Workspace& workspace, const CellId& cell) {
    workspace.chosen_token.reset();
    if (is_on_way_of_token(ui, workspace, cell))
        workspace.step = cell.array;
    if (cell.array != workspace.array()) {
        workspace.focus = canonical(ui, cell);
        workspace.focus_beside = workspace.array();
        if (are_of_query_and_key(cell.array, workspace.array())) { // frame and title are about the same pair
            workspace.row = cell.row;
            workspace.column = cell.column;
        } else
            frame_sum_with(ui, workspace, cell);
        return;
    }
    workspace.focus.reset();
    workspace.row = cell.row;
    workspace.column = cell.column;
    // The head in sight stays if it shows the same cell: heads may share a matrix, or the array may have no heads.
    CellId in_sight = cell;
    in_sight.head = workspace.head;
    if (canonical(ui, in_sight) != canonical(ui, cell))
        workspace.head = cell.head;
    CellId of_item = cell;
    of_item.item = workspace.item;
    if (canonical(ui, of_item) != canonical(ui, cell))
        workspace.item = cell.item;
}

namespace {

/// The cell `rows` further down and `columns` further right on the screen, within the matrix.
CellId cell_beyond(const UiContext& ui, CellId cell, Index rows, Index columns) {
    if (is_transposed(ui, cell.array) && !picture(shown_picture(ui)).shows_one_row)
        std::swap(rows, columns);
    const Shape shape = array_shape(ui, cell.array);
    cell.row = std::clamp<Index>(cell.row + rows, 0, shape.rows - 1);
    cell.column = std::clamp<Index>(cell.column + columns, 0, shape.columns - 1);
    return cell;
}

} // namespace

void move_selection(const UiContext& ui, Workspace& workspace, Index rows, Index columns) {
    point_at(ui, workspace, cell_beyond(ui, inspected_cell(ui), rows, columns));
}

void show_picture(const UiContext& ui, Workspace& workspace, PictureId id) {
    if (!picture(id).fits(ui))
        return;
    workspace.picture = id;
    fit_stage(workspace);
}

void choose_head(const UiContext& ui, Workspace& workspace, Index head) {
    const Index count = ui.sizes().H;
    workspace.head = (head % count + count) % count;
    workspace.focus.reset();
}

void choose_item(const UiContext& ui, Workspace& workspace, Index item) {
    workspace.item = std::clamp<Index>(item, 0, ui.sizes().B - 1);
    workspace.focus.reset();
}

void go_to_opening(const UiContext& ui, Workspace& workspace) {
    const Opening& opening = ui.session.opening;
    fresh_look(workspace);
    set_parameter(workspace, std::nullopt);
    workspace.step = ui.trace.has(opening.stage) ? opening.stage : stages_of(ui.trace).back();
    workspace.item = opening.item;
    workspace.head = opening.head;
    workspace.row = opening.row;
    workspace.column = opening.column;
    show_plainly(ui, workspace);
    workspace.on_opening = true;
    workspace.shows_answer = false;
    workspace.task_done = false;
    clamp_selection(ui, workspace);
}

void keep_view(const UiContext& ui, Workspace& workspace) {
    end_playback(workspace);
    workspace.on_opening = false;
    if (!ui.trace.has(workspace.step))
        workspace.step = stages_of(ui.trace).front();
    if (workspace.picture && !picture(*workspace.picture).fits(ui))
        workspace.picture.reset();
    clamp_selection(ui, workspace);
}

Opening place_in_sight(const UiContext& ui) {
    const Workspace& workspace = ui.workspace;
    const ArrayId array = workspace.array();
    const Shape shape = array_shape(ui, array);
    return {array, workspace.item, workspace.head,
            std::clamp<Index>(workspace.row, 0, std::max<Index>(shape.rows, 1) - 1),
            std::clamp<Index>(workspace.column, 0, std::max<Index>(shape.columns, 1) - 1)};
}

Opening place_of_question(const UiContext& ui) {
    return is_stage(ui.workspace.array()) ? place_in_sight(ui) : ui.session.opening;
}

void go_to_place(const UiContext& ui, Workspace& workspace, const Opening& place) {
    if (place != ui.session.opening && has_array(ui, place.stage))
        show_place(ui, workspace, place);
}

void show_plainly(const UiContext& ui, Workspace& workspace) {
    workspace.picture.reset();
    if (picture(shown_picture(ui)).shows_one_row)
        workspace.picture = PictureId::heatmap;
}

void show_place(const UiContext& ui, Workspace& workspace, const Opening& place) {
    if (is_stage(place.stage))
        go_to_step(ui, workspace, place.stage);
    else
        show_parameter(ui, workspace, place.stage);
    workspace.item = place.item;
    workspace.head = place.head;
    workspace.row = place.row;
    workspace.column = place.column;
    clamp_selection(ui, workspace);
}

void extend_selection(const UiContext& ui, Workspace& workspace, Index rows, Index columns) {
    const CellId begin = inspected_cell(ui);
    const bool counts = workspace.range_end && workspace.range_begin == begin;
    const CellId end = cell_beyond(ui, counts ? *workspace.range_end : begin, rows, columns);
    workspace.chosen_token.reset();
    workspace.range_begin = begin;
    workspace.range_end = end;
}

void extend_selection_to(const UiContext& ui, Workspace& workspace, const CellId& cell) {
    const CellId begin = inspected_cell(ui);
    const CellId end = canonical(ui, cell);
    if (end.array != begin.array || end.item != begin.item || end.head != begin.head)
        return;
    workspace.chosen_token.reset();
    workspace.range_begin = begin;
    workspace.range_end = end;
}

namespace {

/// Keeps the chosen token within the sequence: if it was removed, the next one is chosen.
void clamp_chosen_token(const UiContext& ui, Workspace& workspace) {
    TokenPlace& place = *workspace.chosen_token;
    if (place.side == Side::context && !ui.layer().context)
        workspace.chosen_token.reset();
    else
        place.token = std::min(place.token, sequence_of(ui, place.side).token_count() - 1);
}

} // namespace

void clamp_selection(const UiContext& ui, Workspace& workspace) {
    const Sizes& sizes = ui.sizes();
    workspace.head = std::clamp<Index>(workspace.head, 0, sizes.H - 1);
    workspace.item = std::clamp<Index>(workspace.item, 0, sizes.B - 1);
    if (workspace.parameter && !has_array(ui, *workspace.parameter))
        set_parameter(workspace, std::nullopt);
    if (!ui.trace.has(workspace.step))
        workspace.step = stages_of(ui.trace).back();
    if (workspace.focus && !ui.trace.contains(*workspace.focus))
        workspace.focus.reset();
    if (workspace.chosen_token)
        clamp_chosen_token(ui, workspace);
    const Shape shape = array_shape(ui, workspace.array());
    workspace.row = std::clamp<Index>(workspace.row, 0, std::max<Index>(shape.rows, sizes.S_q) - 1);
    workspace.column = std::max<Index>(workspace.column, 0);
}

} // namespace attn
