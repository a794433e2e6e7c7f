#pragma once

#include "core/files/file.h"
#include "core/files/npz.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <span>

namespace attn {

/// Writes an npy file of float32; there are as many values as the shape has.
Result<void> write_npy(const std::filesystem::path& path, std::span<const Index> shape, std::span<const float> values);

/// As read_npz of a file named w.npz with these bytes.
Result<NdArrays> read_as_npz(const Bytes& file, const NpzLimits& limits = {});

} // namespace attn
