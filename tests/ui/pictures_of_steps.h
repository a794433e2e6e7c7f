#pragma once

#include "tests/core/figure/fonts.h"
#include "tests/ui/offscreen_window.h"

#include "core/figure/pictures/view_state.h"
#include "core/model/arrays.h"

#include <fmt/format.h>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace attn::test {

/// Shows every picture of every step of the tour, and visits it with its name.
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

/// The faults of the formula above the stage of a lecture, which is at most as wide as the wall.
inline std::vector<std::string> formula_complaints(OffscreenWindow& window, Point wall) {
    const DisplayList& list = window.app().scene().list;
    const auto formula = find(list, Target(std::string("stage.formula")), typesetter());
    if (!formula)
        return {"there is no formula"};
    std::vector<std::string> all;
    if (formula->x < 0 || formula->right() > wall.x)
        all.emplace_back("the formula is wider than the wall");
    if (const auto stage = find(list, Target(std::string("stage")), typesetter()); formula->bottom() > stage->y + 1)
        all.emplace_back("the formula lies over the picture");
    return all;
}

} // namespace attn::test
