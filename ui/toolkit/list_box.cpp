#include "ui/toolkit/list_box.h"

#include "ui/toolkit/key.h"

#include <algorithm>
#include <array>
#include <utility>

namespace attn {

ListWindow window_of_list(Index count, Index room, Index marked, Index offset) {
    const Index last_first = std::max<Index>(0, count - std::max<Index>(1, room));
    const Index unclamped = marked - room / 2 + offset;
    const Index first = std::clamp<Index>(unclamped, 0, last_first);
    return {first, std::min(count, first + std::max<Index>(1, room)), last_first, unclamped};
}

Index moved_mark(Index mark, Index by, Index count, Index least) {
    return std::clamp<Index>(mark + by, least, std::max(least, count - 1));
}

Index lines_of_keys(Index page) {
    const std::array<std::pair<Key, Index>, 4> ways{
        {{Key::down, 1}, {Key::up, -1}, {Key::page_down, page}, {Key::page_up, -page}}};
    const auto* const way =
        std::ranges::find_if(ways, [](const auto& row) { return row.second != 0 && key_pressed(row.first); });
    return way == ways.end() ? 0 : way->second;
}

} // namespace attn
