#pragma once

#include "core/document/session/saved_session.h"

namespace attn::test {

/// Within a property: a condition of any kind that a layer of these sizes can have, with parts at most `depth` deep.
Condition random_condition(const Sizes& sizes, int depth);

/// Within a property: a user's notation, in which each possible entry of a file is there or not.
NotationProfile random_notation();

/// Within a property: the session with goals, figures, caveats, a notation and everything else that its file has beside
/// the layer.
Session with_all_that_files_hold(Session session);

/// Within a property: a view in which a session with a layer of these sizes may have been shown.
SavedView random_view(const Sizes& sizes);

} // namespace attn::test
