#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/families.h"

#include <memory>
#include <string>

namespace attn {

/// The family of a user's names: "q=attn.Wq k=attn.Wk v=attn.Wv o=proj", with qkv=… or kv=… for packed tensors and
/// q_bias=… and so on for biases. An ending ".weight" or ".kernel", and the bias beside a weight, may be left out. The
/// orientation follows from "order=in-out" or "order=out-in", from an ending, or from shapes. If nothing tells it, or a
/// name is missing, the family is refused and says why.
std::shared_ptr<const Family> family_of_names(const Checkpoint& checkpoint, const std::string& names);

/// The checkpoint with a tensor for each layer where those of the user's names hold several, stacked along an axis:
/// "decoder/layers/query" becomes "decoder/layers/0/query" and so on, with all tensors beside it that have as many. The
/// axis is said by "layers=first" or "layers=second", or follows from shapes. Packed tensors that have an axis of heads
/// become matrices.
Checkpoint with_layers_apart(Checkpoint checkpoint, const std::string& names);

} // namespace attn
