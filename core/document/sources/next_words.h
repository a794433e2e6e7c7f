#pragma once

#include "core/document/session/model_words.h"
#include "core/document/sources/weights_source.h"
#include "core/engine/model_engine.h"
#include "core/explain/sampling.h"
#include "core/tensor/result.h"

#include <functional>

namespace attn {

/// Appends a token to the only text of the model.
Result<void> add_token(OpenedModel& model, Index id);

/// Lets the model continue its text by `count` tokens, and calls `written` for each of them. Fails if the model has no
/// output, or if the text gets longer than it can read.
Result<TokenIds> continue_text(OpenedModel& model, Index count, const Sampling& sampling,
                               const std::function<void(Index id)>& written = {});

} // namespace attn
