#include "core/lesson/run.h"

#include <fmt/format.h>
#include <span>

namespace attn {

bool LessonRun::offers_hint() const {
    const auto parts = std::ranges::count_if(now().task->solution, [](const std::string& line) {
        return line.starts_with("type ") || line.starts_with("click action:");
    });
    return hints == 0 && task.tries >= std::max<Index>(1, parts) + 1;
}

std::optional<std::size_t> LessonRun::task_that_shows_all() const {
    for (std::size_t later = lesson->steps.size(); !lesson->on_wall && later-- > step + 1;)
        if (lesson->steps[later].task && !lesson->steps[later].goes_on)
            return later;
    return std::nullopt;
}

std::string LessonRun::place() const {
    if (!lesson->is_quiz)
        return fmt::format("{} of {}", step + 1, lesson->steps.size());
    const std::span<const LessonStep> steps = lesson->steps;
    const auto asks = [](const LessonStep& each) { return each.bet.has_value(); };
    return fmt::format("{} of {}", std::ranges::count_if(steps.first(step + 1), asks),
                       std::ranges::count_if(steps, asks));
}

} // namespace attn
