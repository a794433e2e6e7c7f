#pragma once

#include "core/checkpoint/model_input.h"
#include "core/model/layer.h"
#include "core/session/source.h"
#include "core/tensor/result.h"

namespace attn {

/// Gives a layer the tokens that the source names, as words or as numbers, with their embeddings, positions and norm
/// from the model. Where the source names none, they are the first of the vocabulary. A small vocabulary comes whole,
/// of a large one only what stands there.
Result<void> fill_words(Layer& layer, const Source& source, const Checkpoint& checkpoint, const ModelInput& input);

} // namespace attn
