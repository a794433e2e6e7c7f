#pragma once

#include "ui/actions/actions.h"
#include "ui/document/ui_context.h"
#include "ui/toolkit/scene.h"

#include <string_view>

namespace attn {

/// The layers and the tensors of a checkpoint, of which those are listed that have the letters that are typed.
void layers_panel(Scene& scene, const UiContext& ui, const Box& window);

/// Begins to show what a checkpoint holds; the layer with that name is marked, where there is one.
void open_layers(Workspace& workspace, LayerChoice choice, std::string_view layer);

/// Lists what has the letters that were typed.
void filter_layers(Workspace& workspace);

/// Lists layers instead of tensors, or the other way round.
void show_tensors(Workspace& workspace, bool tensors);

/// Moves the mark by so many lines.
void mark_layer(Workspace& workspace, Index by);

/// Keys beside those of the field: Tab, PageUp and PageDown. Whether one of them was pressed.
bool walk_layers(const CommandContext& command);

/// Opens the layer that is marked, or the one that reads the tensor that is marked.
Result<void> take_marked_layer(const CommandContext& command);

} // namespace attn
