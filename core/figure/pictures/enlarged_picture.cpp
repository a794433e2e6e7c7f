#include "core/figure/pictures/enlarged_picture.h"

#include "core/figure/scaled.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace attn {

namespace {

struct Enlarged {
    DisplayList list;
    Box controls;
};

Box times(const Box& box, float by) {
    return {box.x * by, box.y * by, box.width * by, box.height * by};
}

Enlarged enlarged_by(float by, const DrawContext& drawing, const Picture& picture, const Box& area) {
    ViewState view = drawing.view_state;
    view.pan = {view.pan.x / by, view.pan.y / by};
    const DrawContext within{drawing.session, drawing.trace, view, drawing.typesetter, drawing.cache, drawing.baseline};
    Enlarged drawn;
    drawn.controls = times(picture.draw(drawn.list, within, times(area, 1 / by)), by);
    enlarge(drawn.list.items, by);
    return drawn;
}

std::pair<bool, bool> lacks(const DisplayList& list) {
    return {list.lacks_words, list.lacks_numbers};
}

/// The largest that has as much as the one that is not enlarged.
Enlarged largest_that_has_all(float by, const DrawContext& drawing, const Picture& picture, const Box& area) {
    std::vector<Enlarged> tried;
    for (const float other : {by, std::sqrt(by), 1.0F}) {
        tried.push_back(enlarged_by(other, drawing, picture, area));
        if (lacks(tried.back().list) == std::pair(false, false))
            return std::move(tried.back());
    }
    return std::move(
        *std::ranges::find_if(tried, [&](const Enlarged& one) { return lacks(one.list) == lacks(tried.back().list); }));
}

} // namespace

Box draw_enlarged(DisplayList& list, const DrawContext& drawing, const Picture& picture, const Box& area) {
    constexpr Point usual_stage{900, 640};
    constexpr float most = 2.5F;
    constexpr float worth_it = 1.05F;
    const float by = std::min({area.width / usual_stage.x, area.height / usual_stage.y, most});
    // Beside what is explained in a lecture a picture is rather smaller than cut off.
    constexpr Point least_stage{440, 250};
    const float smaller = std::min(area.width / least_stage.x, area.height / least_stage.y);
    if (drawing.view_state.is_enlarged && smaller > 0 && smaller < 1) {
        const Enlarged drawn = enlarged_by(smaller, drawing, picture, area);
        list.append(drawn.list);
        return drawn.controls;
    }
    if (by < worth_it)
        return picture.draw(list, drawing, area);
    const Enlarged drawn = largest_that_has_all(by, drawing, picture, area);
    list.append(drawn.list);
    return drawn.controls;
}

} // namespace attn
