#pragma once

#include "core/document/recording_unknowns.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string>

namespace attn {

/// Prints the attention layers of a file of tensors or a model's folder, a line each: number, name, family, D, H, H_kv,
/// d_k, d_v, how numbers are stored, and how they lie. Fails where there is none.
Result<void> print_layers(const std::filesystem::path& path);

/// Prints, for each recorded stage that the others of the file determine, how far it is from what they give. Gives 1
/// where one differs.
Result<int> print_recording(const std::filesystem::path& path, const std::optional<std::string>& layer,
                            const RecordingOptions& options);

} // namespace attn
