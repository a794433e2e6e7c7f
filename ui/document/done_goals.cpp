#include "ui/document/done_goals.h"

namespace attn {

std::vector<DoneGoal> done_goals_of(const Session& session, const std::vector<DoneGoal>& done) {
    std::vector<DoneGoal> there;
    for (const DoneGoal& each : done)
        if (there.size() < session.goals.size() && session.goals[there.size()] == each.goal)
            there.push_back(each);
    return there;
}

} // namespace attn
