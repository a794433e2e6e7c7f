#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <string>

namespace attn {

enum class ScriptLanguage : std::uint8_t { numpy, torch };

/// Returns a Python script that computes the session's layer with its weights, tokens, mask, switched-off heads, and
/// given or pinned numbers. The script prints every array, and saves all of them as a trace if it is called with a file
/// name. Fails if the layer has an array that scripts do not support.
Result<std::string> layer_script(const Session& session, ScriptLanguage language);

} // namespace attn
