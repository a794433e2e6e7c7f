#pragma once

#include "core/document/session/session.h"

#include <optional>

namespace attn {

/// The session with a layer of one head, which has the weights of head `head` and its rows of W_O. nullopt if the layer
/// has only one head, or if the head's result depends on other heads or on given or pinned numbers.
std::optional<Session> head_alone(const Session& session, Index head);

} // namespace attn
