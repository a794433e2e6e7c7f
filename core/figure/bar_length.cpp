#include "core/figure/bar_length.h"

#include "core/figure/geometry.h"

#include <algorithm>
#include <cmath>

namespace attn {

float filled_part(double value, double most) {
    if (std::isinf(value))
        return value > 0 ? 1 : 0;
    return static_cast<float>(bounded(value / most, 0.0, 1.0));
}

double fullest(std::span<const float> values, double least) {
    double most = least;
    for (const float value : values)
        if (std::isfinite(value))
            most = std::max(most, static_cast<double>(value));
    return most;
}

std::vector<float> stacked_parts(std::span<const float> shares) {
    double sum = 0;
    double infinite = 0;
    for (const float share : shares) {
        sum += std::isfinite(share) ? std::max(0.0, static_cast<double>(share)) : 0;
        infinite += std::isinf(share) && share > 0 ? 1 : 0;
    }
    std::vector<float> parts;
    parts.reserve(shares.size());
    for (const float share : shares)
        if (infinite > 0)
            parts.push_back(std::isinf(share) && share > 0 ? static_cast<float>(1 / infinite) : 0);
        else
            parts.push_back(filled_part(static_cast<double>(share), std::max(1.0, sum)));
    return parts;
}

Colour bar_colour(double value, Colour usual, const ColourMap& map) {
    return std::isinf(value) ? map.at(static_cast<float>(value), Range{}) : usual;
}

} // namespace attn
