#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>

namespace attn {

/// What a file holds, by the ending of its name.
enum class FileKind : std::uint8_t {
    session, ///< .json, .attn, or no ending
    weights, ///< .npz, .safetensors: the weights of a layer
    input,   ///< .npy: X
    other    ///< which may be a session, by its content
};
FileKind kind_of(const std::filesystem::path& path);

/// Whether a session of that name would be taken for weights or an input.
bool names_arrays(const std::filesystem::path& path);

/// Whether there are weights by their names in an .npz or .safetensors; not when it cannot be read.
bool holds_weights(const std::filesystem::path& path);

/// What can be read, in one line that begins with the path.
Error not_readable(const std::filesystem::path& path);

/// The session with the weights of a file instead of its own: as many heads, the same width of the model.
/// Pins and given matrices that have no place any more go.
Result<Session> with_weights_of(const Session& session, const std::filesystem::path& path);

/// The session with X from a file, B x S x D or S x D, instead of its tokens' embeddings and positions. Words stay
/// where there are as many; masks and pins go where they no longer fit.
Result<Session> with_input_of(const Session& session, const std::filesystem::path& path);

} // namespace attn
