#include "core/figure/layout/cell_size.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

constexpr int rounds = 10;
constexpr int rounds_both_ways = 5; // then what was needed once stays, lest words turn to and fro
constexpr float above_share = 0.4F; // of the height that is left

/// Of long matrices a cell is less than a step.
float in_steps(float size, float step) {
    return size >= 3 ? std::floor(size / step) * step : size;
}

Point told_apart(Point most, const CellLimits& limits) {
    const Point cell{std::min(most.x, std::max(most.y, limits.stretched)),
                     std::min(most.y, std::max(most.x, limits.stretched))};
    return {in_steps(std::max(cell.x, limits.least.x), limits.step),
            in_steps(std::max(cell.y, limits.least.y), limits.step)};
}

/// The size with which the track's cells would take all of the room.
float filling(const Track& track, float cell, float room, float most) {
    constexpr float least = 0.01F;
    return track.cells == 0 ? most
                            : bounded(cell + (room - track.length) / static_cast<float>(track.cells), least, most);
}

} // namespace

Point settled_cell(Point room, const CellLimits& limits, const std::function<PictureExtent(Point cell)>& extent) {
    Point most = limits.largest;
    Point cell = told_apart(most, limits);
    for (int round = 0; round < rounds; ++round) {
        const PictureExtent taken = extent(cell);
        const Point highest = round < rounds_both_ways ? limits.largest : most;
        most = {filling(taken.across, cell.x, room.x, highest.x), filling(taken.down, cell.y, room.y, highest.y)};
        const Point next = told_apart(most, limits);
        if (next == cell)
            break;
        cell = next;
    }
    return {in_steps(cell.x * limits.zoom, limits.step), in_steps(cell.y * limits.zoom, limits.step)};
}

Point placed(const Box& area, Point size) {
    return {std::floor(area.x + std::max(0.0F, area.width - size.x) / 2),
            std::floor(area.y + std::max(0.0F, area.height - size.y) * above_share)};
}

} // namespace attn
