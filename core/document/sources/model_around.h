#pragma once

#include "core/document/session/session.h"
#include "core/document/sources/weights_source.h"
#include "core/tensor/result.h"

#include <memory>
#include <vector>

namespace attn {

/// Succeeds if the session's layer is part of a model with known text, so that the whole model can be opened. Reads no
/// file.
Result<void> has_model_around(const Session& session);

/// The model of the session's layer as its files have it, with the session's text. Fails if the model cannot be opened
/// completely, or if it did not tokenize the text.
Result<OpenedModel> open_model_around(const Session& session);

/// The model with the session's layer, and the other edited layers, in their places: their weights, options and pins,
/// and if it is the first layer its tokens and embeddings.
Result<Model> with_changes_of(const Session& session, Model model);

/// Opens the other layer of the session's model that `source` names, with the session's text. Its input is computed by
/// the edited layers before it. Edits of the shown layer stay.
Result<Session> open_layer_around(const Session& present, const Source& source);

/// Opens all layers of the session's model with their blocks and the session's text, as open_layer_around does.
Result<std::vector<Session>> open_layers_around(const Session& present);

/// Layer `number` of a model as a layer of its own, with its whole block, as layer 0. The rows that enter a later layer
/// are zeros, because the layers before it compute them.
Layer kept_layer(const Model& model, Index number);

/// The layer as a session stores an edited one; null if it computes the same as layer `number` of the model's files.
std::shared_ptr<const Layer> kept_if_changed(const Layer& layer, Index number, const Model& files);

/// The layers of a model that compute something else than those of its files, as a session stores them besides its own
/// layer. Its own is included if it was opened without its block, which may contain edits that are not shown.
ChangedLayers changed_besides(const Session& session, const Model& model, const Model& files);

/// The index of the session's layer among the blocks of its model.
Result<Index> number_in_model(const Session& session, const Model& model);

} // namespace attn
