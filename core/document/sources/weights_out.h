#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// Writes the weights of a session. Weights from a checkpoint keep its layout and format, with all other tensors
/// unchanged: a .safetensors, an .npz, or a folder for several files. Other weights become W_Q W_K W_V W_O b_Q b_K b_V
/// b_O in float32, in an .npz or .safetensors. Fails, naming the tensor, if an edit changed a shape or added a bias for
/// which the checkpoint has no place, or if a file would be replaced that the session was read from or refers to.
Result<void> write_weights(const Session& session, const std::filesystem::path& path);

} // namespace attn
