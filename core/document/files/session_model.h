#pragma once

#include "core/document/session/session.h"

namespace attn {

/// Connects a session that was read from a file with the model that it came from: its words, where the model's files
/// are still there, and its files, which nothing that is made of the session may replace.
void find_model(Session& session);

} // namespace attn
