#pragma once

#include "core/session/edits.h"

#include <rapidcheck.h>

namespace attn::test {

/// Any edit, valid or not, for small sessions: places mostly within them, numbers mostly finite.
rc::Gen<Edit> any_edit();

/// A session to begin with: with words or with X given, with or without context, biases and items.
rc::Gen<Session> any_session();

} // namespace attn::test
