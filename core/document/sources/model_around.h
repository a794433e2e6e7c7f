#pragma once

#include "core/document/session/session.h"
#include "core/document/sources/weights_source.h"
#include "core/tensor/result.h"

namespace attn {

/// Succeeds if the session shows a layer of a model whose whole text is known, so that the model can be opened around
/// it. Reads no file.
Result<void> has_model_around(const Session& session);

/// The model that the session's layer is of, on the session's text, as its files have it. Fails if the model cannot be
/// opened whole, or if the text is not cut by it.
Result<OpenedModel> open_model_around(const Session& session);

/// The model with the session's layer in its place: its weights, options and pins, and for the first layer the tokens
/// and their rows.
Result<Model> with_layer_of(const Session& session, Model model);

/// The number of the session's layer among the blocks of its model.
Result<Index> number_in_model(const Session& session, const Model& model);

} // namespace attn
