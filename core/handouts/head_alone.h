#pragma once

#include "core/document/session/session.h"

#include <optional>

namespace attn {

/// A layer of one head, with the weights of one of several: its output is multiplied by its own rows of W_O. Nothing
/// where what that head does depends on the others, or on numbers that were given or pinned.
std::optional<Session> head_alone(const Session& session, Index head);

} // namespace attn
