#pragma once

#include "core/document/session/session.h"
#include "core/engine/trace.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace attn {

/// What a session's goals, and a lesson's tasks, are counted from.
struct Beginning {
    Session session;
    Trace trace;

    Snapshot snapshot() const { return {session, trace}; }
};

/// What the first goal is counted from, and after each that is done the next.
using Beginnings = std::vector<std::shared_ptr<const Beginning>>;

/// A goal that was reached, for as long as the state in which it was is not taken back.
struct DoneGoal {
    Goal goal;
    ArrayId seen_at{};          ///< what was in sight
    std::uint64_t revision = 0; ///< of the history, when it was
    bool is_so = true;          ///< what is said of it still is
};

/// The done goals that the session still has, in their order: an edit takes goals away whose cells it takes. As many
/// goals from the session's first on are done. (Undo brings a goal back, and with it that it was done.)
std::vector<DoneGoal> done_goals_of(const Session& session, const std::vector<DoneGoal>& done);

} // namespace attn
