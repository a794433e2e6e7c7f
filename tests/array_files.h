#pragma once

#include "core/files/file.h"
#include "core/files/npz.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <span>

namespace attn {

/// Writes an npy file of float32. `values` has as many numbers as the shape.
Result<void> write_npy(const std::filesystem::path& path, std::span<const Index> shape, std::span<const float> values);

/// The arrays of a file w.npz with these bytes, as by read_npz().
Result<NdArrays> read_as_npz(const Bytes& file, const NpzLimits& limits = {});

} // namespace attn
