#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/files/input_files.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace attn {

/// New numbers of whole tensors, in C order, by the tensors' names.
using NewNumbers = std::map<std::string, std::vector<float>>;

/// Writes the checkpoint to `path` with new numbers for some tensors. Each number that differs is written in the
/// tensor's own format, rounded to nearest; all other bytes stay. A checkpoint of several files is written into the
/// folder `path` under the same names. Either all files appear, or none. Fails if a number is too large for its format,
/// if `path` has another extension than the checkpoint, or if a file of the checkpoint or of `inputs` would be
/// replaced.
Result<void> rewrite(const Checkpoint& checkpoint, const NewNumbers& numbers, const std::filesystem::path& path,
                     InputFiles inputs = {});

} // namespace attn
