#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// Writes the weights of a session. Those that came from a checkpoint go back in the layout and the format in which
/// they came, with all other tensors as they are there: .safetensors, .npz, or a folder for several files. Weights of
/// our own become W_Q W_K W_V W_O b_Q b_K b_V b_O, float32, in an .npz or .safetensors. Fails, naming the tensor, where
/// an edit changed a shape or made a bias for which the checkpoint has no place, and where a file would be replaced
/// that the session was read from or names.
Result<void> write_weights(const Session& session, const std::filesystem::path& path);

} // namespace attn
