#include "core/figure/layout/cell_size.h"

#include <algorithm>
#include <cmath>

namespace attn {

namespace {

constexpr int rounds = 10;
constexpr int rounds_both_ways = 5; // number of rounds in which cells may grow again; later they only shrink, so that
                                    // labels do not turn to and fro
constexpr int enough_alike = 2;     // number of rounds without effect after which a side gives up
constexpr float above_share = 0.4F; // part of the free height that stays above the picture

/// Rounds a cell's size down to whole steps; cells under 3 pixels, as in long matrices, keep their size.
float in_steps(float size, float step) {
    return size >= 3 ? std::floor(size / step) * step : size;
}

/// The least size counts first: if it makes rows higher than the room, columns may be as wide.
Point told_apart(Point room, const CellLimits& limits) {
    const Point most{std::max(room.x, limits.least.x), std::max(room.y, limits.least.y)};
    return {in_steps(std::max(std::min(most.x, std::max(most.y, limits.stretched.x)), limits.least.x), limits.step),
            in_steps(std::max(std::min(most.y, std::max(most.x, limits.stretched.y)), limits.least.y), limits.step)};
}

/// True if two sizes of cells less than a pixel wide are so close that no edge visibly moves.
bool is_close(float size, float other) {
    constexpr float share = 0.001F;
    return std::abs(size - other) <= share * other;
}

/// The cells along one side of the area. fit() looks for their size.
class Side {
public:
    Side(float room, float largest) : room_(room), most_(largest), largest_(largest) {}

    float most() const { return most_; }

    /// Adjusts the size so that the cells take all of the room; `track` is the length with cells of size `cell`. Not
    /// all cells change the length if something beside them is longer: two sizes show how many do.
    void fit(const Track& track, float cell, bool may_grow) {
        constexpr float least = 0.01F;
        constexpr float least_share = 0.2F; // of all cells; the least number that is assumed to change the length
        if (track.cells == 0 || gave_up_)
            return;
        // If smaller cells do not shorten the track, something beside them is longer than they are.
        rounds_alike_ = track.length == length_ && track.length > room_ && cell < cell_ ? rounds_alike_ + 1 : 0;
        if (rounds_alike_ == 0)
            first_alike_ = cell;
        if (rounds_alike_ == enough_alike) {
            gave_up_ = true;
            most_ = first_alike_;
            return;
        }
        const auto all = static_cast<float>(track.cells);
        const bool is_first = cell_ < 0;
        const float lengthening = is_first || std::abs(cell - cell_) < least
                                      ? all
                                      : bounded((track.length - length_) / (cell - cell_), all * least_share, all);
        cell_ = cell;
        length_ = track.length;
        most_ = bounded(cell + (room_ - track.length) / lengthening, least, may_grow ? largest_ : most_);
    }

private:
    float room_;
    float most_;
    float largest_;
    float cell_ = -1; ///< the size of cells measured last; −1: none yet
    float length_ = 0;
    int rounds_alike_ = 0; ///< number of rounds in which smaller cells took the same length
    float first_alike_ = 0;
    bool gave_up_ = false;
};

} // namespace

Point settled_cell(Point room, const CellLimits& limits, const std::function<PictureExtent(Point cell)>& extent) {
    Side across(room.x, limits.largest.x);
    Side down(room.y, limits.largest.y);
    Point cell = told_apart(limits.largest, limits);
    for (int round = 0; round < rounds; ++round) {
        const PictureExtent taken = extent(cell);
        across.fit(taken.across, cell.x, round < rounds_both_ways);
        down.fit(taken.down, cell.y, round < rounds_both_ways);
        const Point next = told_apart({across.most(), down.most()}, limits);
        const bool is_settled = is_close(next.x, cell.x) && is_close(next.y, cell.y);
        cell = is_settled ? cell : next;
        if (is_settled)
            break;
    }
    return {in_steps(cell.x * limits.zoom, limits.step), in_steps(cell.y * limits.zoom, limits.step)};
}

Point placed(const Box& area, Point size) {
    return {std::floor(area.x + std::max(0.0F, area.width - size.x) / 2),
            std::floor(area.y + std::max(0.0F, area.height - size.y) * above_share)};
}

} // namespace attn
