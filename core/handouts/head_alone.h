#pragma once

#include "core/document/session/session.h"

#include <optional>

namespace attn {

/// A layer with a single head that has the weights of head `head`, and its own rows of W_O. Nothing if what that head
/// computes depends on other heads, or on given or pinned numbers.
std::optional<Session> head_alone(const Session& session, Index head);

} // namespace attn
