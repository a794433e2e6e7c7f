#pragma once

#include "core/document/session.h"
#include "core/export/document.h"
#include "core/tensor/result.h"

#include <filesystem>

namespace attn {

/// Computes the session's layer and writes a document about it, over nothing that it was read from. Nothing is left
/// half written.
Result<void> document_command(const Session& session, const DocumentRequest& request,
                              const std::filesystem::path& output);

} // namespace attn
