#pragma once

#include "app/source_arguments.h"
#include "core/document/session/saved_session.h"
#include "core/document/sources/weights_source.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// Returns the source's session with its view. Prints caveats about its numbers and doubts about its notation. Fails if
/// an output would replace a file from which the session was read.
Result<SavedSession> open_saved_session(const SourceArguments& arguments,
                                        const std::vector<std::filesystem::path>& outputs = {});
/// Returns the source's session without a view, as open_saved_session does.
Result<Session> open_session(const SourceArguments& arguments, const std::vector<std::filesystem::path>& outputs = {});
Result<Session> open_session(const Source& source, const std::vector<std::filesystem::path>& outputs);

/// Returns the whole model that a source names, that a session holds, or from which a session was opened. Prints
/// caveats about its numbers.
Result<OpenedModel> open_named_model(const Source& source);

/// Prints, once for each reason, from which array on the numbers differ from the model's.
void say_caveats(const Model& model);

/// Opens the session from which changes are counted: the preset of that name or, if there is none, the session file.
Result<Session> open_baseline(const std::string& name);

} // namespace attn
