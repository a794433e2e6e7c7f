#pragma once

#include "core/document/session/edits.h"

#include <rapidcheck.h>

namespace attn::test {

/// Within a property: any edit for a small session, valid or not; places are mostly within it, numbers mostly finite.
Edit any_edit(const Session& session);

/// A random first session: with words or with X given, with or without context, biases and items.
rc::Gen<Session> any_session();

} // namespace attn::test
