#include "ui/actions/other_layer.h"

#include "core/checkpoint/layers.h"
#include "core/figure/lenses/known_model.h"
#include "core/figure/pictures/labels.h"
#include "core/figure/pictures/matrix_style.h"
#include "core/model/stream.h"
#include "core/tensor/noun_for.h"
#include "ui/actions/navigation.h"

#include <fmt/core.h>

namespace attn {

Result<void> check_place(const UiContext& ui, const CellId& cell) {
    if (has_heads(cell.array) ? cell.head >= ui.sizes().H : cell.head > 0)
        return error("there is no head {} of {}", cell.head + 1, named(cell.array));
    if (cell.item >= ui.sizes().B)
        return error("there is no item {}", cell.item + 1);
    const Shape shape = array_shape(ui, cell.array);
    if (cell.row >= shape.rows || cell.column >= shape.columns) {
        const Shape shown = shown_shape(ui, cell.array);
        return error("{} has {} {} and {} {}", named(cell.array), shown.rows, noun_for(shown.rows, "row"),
                     shown.columns, noun_for(shown.columns, "column"));
    }
    return {};
}

Result<void> go_to_cell_of_layer(const CommandContext& command, const CellId& cell) {
    const UiContext& ui = command.ui;
    const auto& origin = ui.session.origin;
    const auto here = origin ? number_in_name(origin->layer) : std::nullopt;
    if (!here)
        return error("this layer comes from no model with other layers");
    if (const KnownModel known = opened_model(ui); known.opened && cell.layer >= std::ssize(known.opened->model.blocks))
        return error("there is no layer {}; the model has {}", cell.layer, known.opened->model.blocks.size());
    if (!has_array(ui, cell.array))
        return error("this layer has no {}: open layer {} first", named(cell.array), cell.layer);
    CellId shown = cell;
    shown.layer = 0;
    if (auto is_there = check_place(ui, shown); !is_there)
        return is_there;
    command.workspace.overlay.reset();
    go_to_cell(ui, command.workspace, shown);
    if (cell.layer != *here)
        ask(command, OpenFile{.path = origin->file, .layers_on = cell.layer - *here});
    return {};
}

std::optional<OtherLayer> layer_beside(const UiContext& ui, const CellId& cell) {
    const bool enters = cell.array == entering_array(ui.layer());
    const bool leaves = cell.array == leaving_array(ui.trace.structure());
    if (!ui.layer().residual || (!enters && !leaves) || !has_model_around(ui.session))
        return std::nullopt;
    const KnownModel known = opened_model(ui);
    const Index number = known.layer + (enters ? -1 : 1);
    if (!known.opened || number < 0 || number >= std::ssize(known.opened->model.blocks))
        return std::nullopt;
    CellId there = cell;
    there.layer = number;
    there.array = enters ? leaving_array(ui.trace.structure()) : entering_array(ui.layer());
    return OtherLayer{.cell = there, .is_before = enters};
}

} // namespace attn
