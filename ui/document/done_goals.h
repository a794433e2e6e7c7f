#pragma once

#include "core/document/session/supposition.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace attn {

/// The beginning of the first goal and, after each that is done, that of the next.
using Beginnings = std::vector<std::shared_ptr<const Moment>>;

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
