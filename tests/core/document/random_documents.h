#pragma once

#include "core/document/session/saved_session.h"

namespace attn::test {

/// Within a property: a condition of any kind that a layer of these sizes can have, with parts so many deep at most.
Condition random_condition(const Sizes& sizes, int depth);

/// Within a property: a notation of somebody's own, in which all that a file can say is said, or nothing.
NotationProfile random_notation();

/// Within a property: the same session with goals, figures, caveats, a notation and all else that stands in its file
/// beside its layer.
Session with_all_that_files_hold(Session session);

/// Within a property: how a session with a layer of these sizes may have been shown.
SavedView random_view(const Sizes& sizes);

} // namespace attn::test
