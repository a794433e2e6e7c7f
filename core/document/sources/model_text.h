#pragma once

#include "core/checkpoint/model_input.h"
#include "core/document/session/session.h"
#include "core/document/sources/source.h"
#include "core/tensor/result.h"

namespace attn {

/// Gives a session the tokens that the source names, as texts or as numbers, with their embeddings, positions and norm
/// from the model. Where the source names none, they are the first of the vocabulary. A small vocabulary comes whole,
/// of a large one only what stands there.
Result<void> fill_words(Session& session, const Source& source, const Checkpoint& checkpoint, const ModelInput& input);

} // namespace attn
