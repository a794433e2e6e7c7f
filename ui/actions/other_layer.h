#pragma once

#include "core/tensor/result.h"
#include "ui/document/ui_context.h"

#include <optional>

namespace attn {

/// Fails if the array has no such cell.
Result<void> check_place(const UiContext& ui, const CellId& cell);

/// Opens the layer of the session's model that the cell names, at the cell.
Result<void> go_to_cell_of_layer(const CommandContext& command, const CellId& cell);

/// The cell of the residual stream in the layer before or behind this one that has the same number.
struct OtherLayer {
    CellId cell{0, ArrayId{}};
    bool is_before = false;
};

/// The cell of another layer that holds the same number as a cell, because the number enters this layer or leaves it.
/// nullopt if it does neither, if there is no such layer, or while the model is not open yet.
std::optional<OtherLayer> layer_beside(const UiContext& ui, const CellId& cell);

} // namespace attn
