#pragma once

#include "app/source_arguments.h"
#include "core/document/session/saved_session.h"
#include "core/document/sources/weights_source.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace attn {

/// The session of the source and its view. Says the caveats of its numbers and doubts about its notation. Fails if an
/// output would replace a file that the session was read from.
Result<SavedSession> open_saved_session(const SourceArguments& arguments,
                                        const std::vector<std::filesystem::path>& outputs = {});
/// The same without the view.
Result<Session> open_session(const SourceArguments& arguments, const std::vector<std::filesystem::path>& outputs = {});
Result<Session> open_session(const Source& source, const std::vector<std::filesystem::path>& outputs);

/// The whole model that a source names, that a session holds, or from which a session was opened. Says the caveats of
/// its numbers.
Result<OpenedModel> open_named_model(const Source& source);

/// Says, once for each reason, from which array on the numbers are not the model's.
void say_caveats(const Model& model);

/// Opens the baseline that changes are counted from: the preset of that name or, if there is none, the session file.
Result<Session> open_baseline(const std::string& name);

} // namespace attn
