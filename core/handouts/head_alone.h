#pragma once

#include "core/document/session.h"

#include <optional>

namespace attn {

/// A layer of one head, with the weights of one of several: its output is multiplied by its own rows of W_O. Nothing
/// where what that head does depends on the others, or on numbers that were given or pinned.
std::optional<Session> head_alone(const Session& session, Index head);

/// A layer of one head that is as wide as all heads are together: for its shapes, and no number of it. Nothing where
/// there is one head only, or where what it does depends on the others.
std::optional<Session> one_wide_head(const Session& session);

} // namespace attn
