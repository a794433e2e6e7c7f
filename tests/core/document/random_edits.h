#pragma once

#include "core/document/session/edits.h"

#include <rapidcheck.h>

namespace attn::test {

/// Within a property: any edit, valid or not, for a small session; places are mostly within it, numbers mostly finite.
Edit any_edit(const Session& session);

/// A session to begin with: with words or with X given, with or without context, biases and items.
rc::Gen<Session> any_session();

} // namespace attn::test
