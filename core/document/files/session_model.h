#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/document/session/session.h"
#include "core/files/input_files.h"

#include <filesystem>

namespace attn {

/// Connects a session that was read from a file with its model: with its words, if the model's files still exist, and
/// with its files, so that they are not replaced.
void find_model(Session& session);

/// The files of a model: all files of tensors that an index names, and the configuration and tokenizer in their folder.
/// The model need not be readable.
InputFiles files_of_model(const std::filesystem::path& tensors);
/// The same for a model whose tensors are open.
InputFiles files_of_model(const Checkpoint& checkpoint);

} // namespace attn
