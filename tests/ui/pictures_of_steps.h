#pragma once

#include "tests/ui/offscreen_window.h"

#include "core/figure/pictures/view_state.h"
#include "core/model/arrays.h"

#include <fmt/format.h>
#include <functional>
#include <optional>
#include <set>
#include <string>

namespace attn::test {

/// Shows every way of drawing every step of the walk, and says its name.
inline void for_each_picture(OffscreenWindow& window, const std::function<void(const std::string& name)>& visit) {
    std::set<std::string> seen;
    for (const ArrayId step :
         {ArrayId::X, ArrayId::Q, ArrayId::scores, ArrayId::A, ArrayId::O, ArrayId::concat, ArrayId::Y}) {
        window.app().go_to(step);
        window.settle();
        const std::size_t before = seen.size();
        for (int i = 0; i < 24; ++i) {
            const std::optional<PictureId>& chosen = window.app().workspace().picture;
            const std::string name =
                fmt::format("{}-{}", array_name(step), chosen ? chosen->name : std::string_view("own"));
            if (seen.insert(name).second)
                visit(name);
            else if (seen.size() > before + 1)
                break;
            window.key("v");
        }
    }
}

} // namespace attn::test
