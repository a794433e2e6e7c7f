#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/document/session/session.h"
#include "core/files/input_files.h"

#include <filesystem>

namespace attn {

/// Connects a session read from a file with its model: its words, if the model's files still exist, and its files,
/// which must not be replaced.
void find_model(Session& session);

/// The files of the model of these tensors: those of the tensors (all that an index names), and the configuration and
/// tokenizer beside them. The model need not be readable.
InputFiles files_of_model(const std::filesystem::path& tensors);
/// The same of a model whose tensors are open.
InputFiles files_of_model(const Checkpoint& checkpoint);

} // namespace attn
