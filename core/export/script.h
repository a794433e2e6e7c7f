#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <string>

namespace attn {

enum class ScriptLanguage : std::uint8_t { numpy, torch };

/// A Python script that rebuilds the session's layer, with its weights, tokens, mask, heads that are off, and whatever
/// is given or pinned; it prints every stage, and saves them as a trace where it is given a file. Fails where the layer
/// has a stage that scripts do not know.
Result<std::string> layer_script(const Session& session, ScriptLanguage language);

} // namespace attn
