#pragma once

#include "core/session/session.h"
#include "core/session/source.h"
#include "core/tensor/result.h"

namespace attn {

/// A layer of `source.weights` as a session, with X from `source.input`, or, of a model's first layer, from its own
/// embeddings. What file and config.json say of heads, masks and options holds where the source says nothing.
Result<Session> open_weights(const Source& source);

} // namespace attn
