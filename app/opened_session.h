#pragma once

#include "app/source_arguments.h"
#include "core/document/session/saved_session.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <vector>

namespace attn {

/// The session of the source and its view, after its caveats and the doubts about its notation were said; `outputs` are
/// to be written, and take the place of nothing that it was read from.
Result<SavedSession> open_saved_session(const SourceArguments& arguments,
                                        const std::vector<std::filesystem::path>& outputs = {});
/// The same without its view.
Result<Session> open_session(const SourceArguments& arguments, const std::vector<std::filesystem::path>& outputs = {});

} // namespace attn
