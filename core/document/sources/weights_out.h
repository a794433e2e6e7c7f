#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// Writes the weights of a session. Weights from a checkpoint keep its layout and format, and all other tensors are
/// unchanged: a .safetensors, an .npz, or a folder if there are several files. Other weights are written as W_Q W_K W_V
/// W_O b_Q b_K b_V b_O in float32 to an .npz or .safetensors. Fails, with the name of the tensor, if an edit changed a
/// shape or added a bias that the checkpoint cannot contain, or if a file would be replaced from which the session was
/// read or which it refers to.
Result<void> write_weights(const Session& session, const std::filesystem::path& path);

} // namespace attn
