#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>

namespace attn {

/// The contents of a file, by the ending of its name.
enum class FileKind : std::uint8_t {
    session, ///< .json, .attn, or no ending
    weights, ///< .npz, .safetensors: the weights of a layer
    input,   ///< .npy: X
    other    ///< may be a session, by its content
};
FileKind kind_of(const std::filesystem::path& path);

/// True if a session with this name would be taken for weights or an input.
bool names_arrays(const std::filesystem::path& path);

/// True if the .npz or .safetensors has weights, by their names; false if it cannot be read.
bool holds_weights(const std::filesystem::path& path);

/// The error for a file that cannot be opened, which says what can be; one line that begins with the path.
Error not_readable(const std::filesystem::path& path);

/// The session with the weights of a file, which must have as many heads and the same width. Pins and given matrices
/// without a place are dropped.
Result<Session> with_weights_of(const Session& session, const std::filesystem::path& path);

/// The session with X from a file, B x S x D or S x D, in place of embeddings and positions. Words stay if their number
/// is the same; masks and pins that do not fit are dropped.
Result<Session> with_input_of(const Session& session, const std::filesystem::path& path);

} // namespace attn
