#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>

namespace attn {

/// The content of a file, judged by the ending of its name.
enum class FileKind : std::uint8_t {
    session, ///< .json, .attn, or no ending
    weights, ///< .npz, .safetensors: the weights of a layer
    input,   ///< .npy: X
    other    ///< possibly a session; its content decides
};
FileKind kind_of(const std::filesystem::path& path);

/// True for a name by which a session would be taken for weights or an input.
bool names_arrays(const std::filesystem::path& path);

/// True if the .npz or .safetensors has weights, by their names; false if it cannot be read.
bool holds_weights(const std::filesystem::path& path);

/// The error for a file of unknown kind. It is one line that begins with the path and says what can be opened.
Error not_readable(const std::filesystem::path& path);

/// The session with the weights from a file, which must have the same number of heads and the same width. Pins and
/// given matrices that do not fit any more are dropped.
Result<Session> with_weights_of(const Session& session, const std::filesystem::path& path);

/// The session with X from a file, B x S x D or S x D, instead of embeddings and positions. Words stay if their number
/// is right; masks and pins that do not fit are dropped.
Result<Session> with_input_of(const Session& session, const std::filesystem::path& path);

} // namespace attn
