#include "core/figure/pictures/enlarged_picture.h"

#include "core/figure/scaled.h"

#include <algorithm>
#include <cmath>
#include <optional>
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
    if (view.is_enlarged) { // numbers that could not be read from the last row are left out
        view.smallest_number /= by;
        if (view.numbers == CellNumbers::fitting)
            view.numbers = CellNumbers::printed;
    }
    view.pan = {view.pan.x / by, view.pan.y / by};
    const DrawContext within = drawing.seen_as(view);
    Enlarged drawn;
    drawn.controls = times(picture.draw(drawn.list, within, times(area, 1 / by)), by);
    enlarge(drawn.list.items, by);
    return drawn;
}

std::pair<bool, bool> lacks(const DisplayList& list) {
    return {list.lacks_words, list.lacks_numbers};
}

/// Draws the picture as large as possible without losing words or numbers that it has at its usual size.
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

/// True if no text is cut off, and nothing reaches far out of the area: more is allowed at the sides than above and
/// beneath, where words stand.
bool is_held(const DisplayList& list, const Box& area, const Typesetter& typesetter) {
    constexpr float touch = 1;
    const Box room{area.x - space::huge, area.y - space::tiny, area.width + 2 * space::huge,
                   area.height + 2 * space::tiny};
    const auto holds = [](const Box& room, const Box& box) {
        return box.empty() ||
               (box.x >= room.x && box.y >= room.y && box.right() <= room.right() && box.bottom() <= room.bottom());
    };
    return std::ranges::all_of(list.items, [&](const Item& item) {
        const auto* const text = std::get_if<Text>(&item.shape());
        const bool is_cut = text != nullptr && item.clip && !holds(item.clip->grown(touch), typesetter.box(*text));
        return !is_cut && holds(room, bounds(item, typesetter));
    });
}

/// The results of trying sizes: the first picture with all words and numbers, the first with all words, and the first
/// of all.
struct Tried {
    std::optional<Enlarged> with_all;
    std::optional<Enlarged> with_words;
    std::optional<Enlarged> first;
};

/// Tries smaller and smaller sizes for a lecture, which does not scroll, until nothing is cut off; at most `steps`.
/// Numbers count more than large words.
Tried tried_in_lecture(float by, const DrawContext& drawing, const Picture& picture, const Box& area, int steps) {
    constexpr Point least_stage{440, 250};
    constexpr float step = 0.9F;
    constexpr int steps_for_numbers = 8;
    const bool is_moved = drawing.view_state.zoom != 1 || drawing.view_state.pan != Point();
    by = std::clamp(std::min(area.width / least_stage.x, area.height / least_stage.y), 0.1F, by);
    Tried tried;
    for (int i = 0; i < steps && !(tried.with_words && i > steps_for_numbers); ++i, by *= step) {
        Enlarged drawn = enlarged_by(by, drawing, picture, area);
        const bool is_whole = !drawn.list.lacks_words && is_held(drawn.list, area, drawing.typesetter);
        if (is_moved || (is_whole && !drawn.list.lacks_numbers)) {
            tried.with_all = std::move(drawn);
            return tried;
        }
        std::optional<Enlarged>& kept = is_whole ? tried.with_words : tried.first;
        if (!kept)
            kept = std::move(drawn);
    }
    return tried;
}

/// Draws only the result of an equation, for a whole equation that has no room for numbers; nullopt for other pictures,
/// or if the result has no room either.
std::optional<Enlarged> result_alone(float by, const DrawContext& drawing, const Picture& picture, const Box& area,
                                     int steps) {
    if (picture.id() != PictureId::equation)
        return std::nullopt;
    return tried_in_lecture(by, drawing, attn::picture(PictureId::heatmap), area, steps).with_all;
}

/// Draws a picture for a lecture with numbers that can be read from the last row. If there is no room for them, tries
/// smaller ones; if that fails, draws the picture without numbers.
Enlarged drawn_in_lecture(float by, const DrawContext& drawing, const Picture& picture, const Box& area) {
    constexpr float smaller = 0.8F;
    constexpr int all_steps = 11;
    constexpr int few_steps = 4;
    ViewState view = drawing.view_state;
    const float least = view.least_number;
    Tried tried = tried_in_lecture(by, drawing, picture, area, all_steps);
    while (!tried.with_all && least > 0 && view.smallest_number > least) {
        view.smallest_number = std::max(least, smaller * view.smallest_number);
        const int steps = view.smallest_number > least ? few_steps : all_steps;
        tried.with_all = tried_in_lecture(by, drawing.seen_as(view), picture, area, steps).with_all;
    }
    if (!tried.with_all)
        tried.with_all = result_alone(by, drawing, picture, area, few_steps);
    return *std::move(tried.with_all ? tried.with_all : tried.with_words ? tried.with_words : tried.first);
}

/// Draws the picture enlarged about the middle of its upper edge, and moved. What lies outside the area is cut off.
Box draw_zoomed(DisplayList& list, const DrawContext& drawing, const Picture& picture, const Box& area, float on_wall) {
    ViewState view = drawing.view_state;
    const float zoom = std::exchange(view.zoom, 1.0F);
    const Point pan = std::exchange(view.pan, {});
    const DrawContext whole = drawing.seen_as(view);
    DisplayList drawn;
    const Box controls = times(draw_enlarged(drawn, whole, picture, area, on_wall), zoom);
    enlarge(drawn.items, zoom);
    const Point by{area.centre().x * (1 - zoom) + pan.x, area.y * (1 - zoom) + pan.y};
    list.append(drawn, by, area);
    const Box placed = controls.moved(by);
    return common(placed, area) == placed ? placed : Box{};
}

} // namespace

Box draw_enlarged(DisplayList& list, const DrawContext& drawing, const Picture& picture, const Box& area,
                  float on_wall) {
    if (!picture.zooms && (drawing.view_state.zoom != 1 || drawing.view_state.pan != Point()))
        return draw_zoomed(list, drawing, picture, area, on_wall);
    constexpr Point usual_stage{900, 640};
    constexpr float most = 2.5F;
    constexpr float worth_it = 1.05F;
    const float by = std::min({area.width / usual_stage.x, area.height / usual_stage.y, most});
    const bool grows = !drawing.view_state.is_enlarged && by >= worth_it;
    if (!grows && !drawing.view_state.is_enlarged)
        return picture.draw(list, drawing, area);
    const Enlarged drawn =
        grows ? largest_that_has_all(by, drawing, picture, area) : drawn_in_lecture(on_wall, drawing, picture, area);
    list.append(drawn.list);
    return drawn.controls;
}

} // namespace attn
