#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/families.h"

#include <memory>
#include <string>

namespace attn {

/// Returns the family of a user's names: "q=attn.Wq k=attn.Wk v=attn.Wv o=proj", with qkv=… or kv=… for packed tensors
/// and q_bias=… and so on for biases. An ending ".weight" or ".kernel", and the bias beside a weight, may be left out.
/// The orientation is given by "order=in-out" or "order=out-in", or follows from an ending or from shapes. If nothing
/// determines it, or a name is missing, the family is refused with a reason.
std::shared_ptr<const Family> family_of_names(const Checkpoint& checkpoint, const std::string& names);

/// Returns the checkpoint with one tensor for each layer in place of tensors that contain several layers stacked along
/// an axis, if the user's names mean such tensors: "decoder/layers/query" becomes "decoder/layers/0/query" and so on,
/// as do all tensors beside it that contain as many layers. The axis is given by "layers=first" or "layers=second", or
/// follows from shapes. Packed tensors that have an axis of heads become matrices.
Checkpoint with_layers_apart(Checkpoint checkpoint, const std::string& names);

} // namespace attn
