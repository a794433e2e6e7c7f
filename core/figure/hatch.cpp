#include "core/figure/hatch.h"

#include <cmath>

namespace attn {

std::vector<std::pair<Point, Point>> hatch_lines(const Box& box) {
    std::vector<std::pair<Point, Point>> lines;
    if (box.empty())
        return lines;
    // A line of the grid is where x + y is a multiple of the step.
    const long first = std::lround(std::floor((box.x + box.y) / hatch_step)) + 1;
    const long last = std::lround(std::ceil((box.right() + box.bottom()) / hatch_step)) - 1;
    for (long number = first; number <= last; ++number) {
        const float sum = static_cast<float>(number) * hatch_step;
        const float left = std::max(box.x, sum - box.bottom());
        const float right = std::min(box.right(), sum - box.y);
        if (left < right)
            lines.push_back({{left, sum - left}, {right, sum - right}});
    }
    return lines;
}

} // namespace attn
