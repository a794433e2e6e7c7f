#pragma once

#include "core/lesson/lesson_draft.h"
#include "ui/document/beginning.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace attn {

/// A lesson that is made of what its author does in the window.
struct LessonRecording {
    LessonDraft draft;
    std::vector<std::shared_ptr<const Beginning>> before{}; ///< each of its steps
    std::shared_ptr<const Beginning> noted{};               ///< what the next step is counted from
    bool is_on = true;                                      ///< each edit becomes a step by itself
    std::uint64_t revision = 0;                             ///< of the session that was looked at last
    Opening place{};                                        ///< that was in sight then
    std::vector<CellId> selected{};                         ///< one after the other, since the last step
};

} // namespace attn
