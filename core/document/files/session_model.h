#pragma once

#include "core/document/session/session.h"
#include "core/files/input_files.h"

#include <filesystem>

namespace attn {

/// Connects a session that was read from a file with the model that it came from: its words, where the model's files
/// are still there, and its files, which nothing that is made of the session may replace.
void find_model(Session& session);

/// The files of the model that these tensors belong to, whether they are opened or not: the tensors' own, of an index
/// those that it names, and what stands beside them of configuration and tokenizer.
InputFiles files_of_model(const std::filesystem::path& tensors);

} // namespace attn
