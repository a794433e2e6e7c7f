#pragma once

#include "core/document/session/session.h"
#include "core/document/sources/weights_source.h"
#include "core/tensor/result.h"

#include <memory>
#include <vector>

namespace attn {

/// Succeeds if the session shows a layer of a model whose whole text is known, so that the model can be opened around
/// it. Reads no file.
Result<void> has_model_around(const Session& session);

/// The model that the session's layer is of, on the session's text, as its files have it. Fails if the model cannot be
/// opened whole, or if the text is not cut by it.
Result<OpenedModel> open_model_around(const Session& session);

/// The model with the session's layer, and the other layers that the session keeps changed, in their places: their
/// weights, options and pins, and of the first layer the tokens and their rows.
Result<Model> with_changes_of(const Session& session, Model model);

/// Another layer of the session's model on its text, opened as `source` says, which names it. The rows that enter it
/// are computed through the layers before it with their changes, and the changes of the layer that is left are kept.
Result<Session> open_layer_around(const Session& present, const Source& source);

/// All layers of the session's model on its text, each with its block, as open_layer_around opens them.
Result<std::vector<Session>> open_layers_around(const Session& present);

/// Layer `number` of a model as it stands alone, as layer 0, with its block around it. The rows that enter a deeper
/// layer are zeros: the layers before it make them.
Layer kept_layer(const Model& model, Index number);

/// The layer as a session keeps it changed; null if it computes what layer `number` of the model's files computes.
std::shared_ptr<const Layer> kept_if_changed(const Layer& layer, Index number, const Model& files);

/// The layers of a model that compute something else than those in its files, as the session keeps them besides its
/// own; of that too, if it is open without its block, which may have changes that are not shown.
ChangedLayers changed_besides(const Session& session, const Model& model, const Model& files);

/// The number of the session's layer among the blocks of its model.
Result<Index> number_in_model(const Session& session, const Model& model);

} // namespace attn
