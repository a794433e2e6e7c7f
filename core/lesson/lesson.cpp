#include "core/lesson/lesson.h"

#include <algorithm>

namespace attn {

const Said* said_now(const std::vector<Said>& said, const Snapshot& now, const Snapshot& beginning) {
    const auto found = std::ranges::find_if(said, [&](const Said& each) { return holds(each.when, now, beginning); });
    return found == said.end() ? nullptr : &*found;
}

} // namespace attn
