#pragma once

#include "core/attention/result.h"

#include <filesystem>

namespace attn {

/// Prints the attention layers of a file of tensors or a model's folder, a line each: number, name, family, D, H, H_kv,
/// d_k, d_v, how numbers are stored, and how they lie. Fails where there is none.
Result<void> print_layers(const std::filesystem::path& path);

} // namespace attn
