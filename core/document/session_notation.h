#pragma once

#include "core/document/session.h"
#include "core/notation/in_notation.h"

namespace attn {

/// The notation in which the session is shown.
Notation notation_of(const Session& session);

} // namespace attn
