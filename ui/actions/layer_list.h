#pragma once

#include "ui/actions/actions.h"

#include <string>
#include <string_view>

namespace attn {

/// The field that searches the listed layers or tensors.
constexpr std::string_view layers_field = "field:find-layer";

/// Opens the list of a checkpoint's layers and marks the layer with the given name, if there is one.
void open_layers(Workspace& workspace, LayerChoice choice, std::string_view layer);

/// Lists only the entries that have the typed letters.
void filter_layers(Workspace& workspace);

/// Lists tensors, or layers.
void show_tensors(Workspace& workspace, bool tensors);

/// Opens the marked layer, or the layer that reads the marked tensor.
Result<void> take_marked_layer(const CommandContext& command);

/// The number of all layers or tensors, and the largest number of lines shown.
std::size_t layers_in_all(const LayerChoice& choice);
Index layers_shown(const LayerChoice& choice);

/// The shape of a tensor: "64 × 32"; "1" for a single number.
std::string shape_in_words(const ListedTensor& tensor);
/// Describes which layer reads a tensor: "W_Q of layer 3"; empty if no attention layer reads it.
std::string reader_in_words(const LayerChoice& choice, const ListedTensor& tensor);

} // namespace attn
