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

/// Writes the checkpoint again as `path`, with new numbers in some tensors of the same shapes. Each number that differs
/// is written in the tensor's own format, rounded to nearest; every other byte stays. A checkpoint of several files is
/// written into the folder `path` under the same names. All files appear, each whole, or none. Fails where a number
/// is too large for its format, where `path` does not end as the checkpoint's own name does, and where one of the
/// checkpoint's files or of `inputs` would be replaced.
Result<void> rewrite(const Checkpoint& checkpoint, const NewNumbers& numbers, const std::filesystem::path& path,
                     InputFiles inputs = {});

} // namespace attn
