#pragma once

#include "core/export/document.h"
#include "core/session/session.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <vector>

namespace attn {

/// Computes the session's layer and writes a document about it; into a folder, over none of the `inputs`. Nothing is
/// left half written.
Result<void> document_command(const Session& session, const DocumentRequest& request,
                              const std::filesystem::path& output,
                              const std::vector<std::filesystem::path>& inputs = {});

} // namespace attn
