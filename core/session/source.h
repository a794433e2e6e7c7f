#pragma once

#include "core/attention/result.h"
#include "core/session/session.h"

#include <filesystem>
#include <optional>
#include <string>

namespace attn {

/// What a SOURCE on the command line says.
struct Source {
    std::optional<std::filesystem::path> session; ///< a session file
    std::optional<std::string> preset;
    std::optional<std::filesystem::path> weights; ///< .npz or .safetensors; then `input` and `heads`
    std::optional<std::filesystem::path> input;   // B x S x D, or S x D
    std::optional<Index> heads;
    std::optional<std::string> layer;             ///< a prefix of names in the weights file
    std::optional<std::filesystem::path> context; // B x S_k x D_c, or S_k x D_c
    bool causal = false;
    std::optional<std::filesystem::path> padding;   // B x S_k, float, added
    std::optional<std::filesystem::path> mask_file; // S_q x S_k, B x 1 x S_q x S_k or B x H x S_q x S_k, float, added
    std::optional<float> scale;
    std::optional<float> temperature;
};

/// The session that a source names; the default preset where it names none. Errors name the file, the place and what
/// was expected.
Result<Session> open_source(const Source& source, const std::filesystem::path& assets);

} // namespace attn
