#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <string>

namespace attn {

enum class ScriptLanguage : std::uint8_t { numpy, torch };

/// A Python script that rebuilds the session's layer with its weights, tokens, mask, heads that are off, and given or
/// pinned numbers. It prints every stage, and saves all of them as a trace if it is called with a file name. Fails if
/// the layer has a stage that scripts do not support.
Result<std::string> layer_script(const Session& session, ScriptLanguage language);

} // namespace attn
