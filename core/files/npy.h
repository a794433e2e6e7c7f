#pragma once

#include "core/files/ndarray.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string_view>

namespace attn {

/// Reads the array in an npy file: little or big endian, C or Fortran order. float32 in C order is not copied but
/// shares the owner of the bytes. Fails unless the file has exactly the contents that its header describes; the message
/// is one line that begins with `name`.
Result<NdArray> parse_npy(Bytes file, std::string_view name);

/// Reads the array in the npy file at `path`.
Result<NdArray> read_npy(const std::filesystem::path& path);

} // namespace attn
