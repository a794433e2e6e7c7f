#pragma once

#include "core/document/session/session.h"
#include "core/engine/trace.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace attn {

/// A state from which a session's goals, or a lesson's tasks, are counted.
struct Beginning {
    Session session;
    Trace trace;

    Snapshot snapshot() const { return {session, trace}; }
};

/// The beginning of the first goal and, after each that is done, that of the next.
using Beginnings = std::vector<std::shared_ptr<const Beginning>>;

/// A goal that was reached. Undoing the state that reached it takes it back.
struct DoneGoal {
    Goal goal;
    ArrayId seen_at{};          ///< the stage in sight then
    std::uint64_t revision = 0; ///< the history's revision then
    bool is_so = true;          ///< its sentence is still true
};

/// The done goals that the session still has, which are its first goals, in order. An edit that removes a goal's cells
/// removes the goal; undo brings it back as done.
std::vector<DoneGoal> done_goals_of(const Session& session, const std::vector<DoneGoal>& done);

} // namespace attn
