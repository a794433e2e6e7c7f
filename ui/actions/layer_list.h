#pragma once

#include "ui/actions/actions.h"

#include <string>
#include <string_view>

namespace attn {

/// The field whose letters the listed layers or tensors have.
constexpr std::string_view layers_field = "field:find-layer";

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

/// How many layers or tensors there are in all, and how many lines are shown at most.
std::size_t layers_in_all(const LayerChoice& choice);
Index layers_shown(const LayerChoice& choice);

/// "64 × 32"; "1" of a number alone.
std::string shape_in_words(const ListedTensor& tensor);
/// "W_Q of layer 3"; nothing where no attention layer reads it.
std::string reader_in_words(const LayerChoice& choice, const ListedTensor& tensor);

} // namespace attn
