#pragma once

#include "core/files/input_files.h"

#include <filesystem>

namespace attn {

/// The files of the model that these tensors belong to, whether they are opened or not: the tensors' own, of an index
/// those that it names, and what stands beside them of configuration and tokenizer.
InputFiles files_of_model(const std::filesystem::path& tensors);

} // namespace attn
