#include "ui/actions/temperature.h"

#include <algorithm>
#include <cmath>

namespace attn {

float temperature_at(float share) {
    const float exact =
        least_temperature * std::pow(most_temperature / least_temperature, std::clamp(share, 0.0F, 1.0F));
    // Two digits are what a hand can mean, and no more are then written.
    const double digits = 1 - std::floor(std::log10(static_cast<double>(exact)));
    const double in_one = std::pow(10.0, digits);
    return static_cast<float>(std::round(static_cast<double>(exact) * in_one) / in_one);
}

float share_of_temperature(float temperature) {
    const float range = std::log(most_temperature / least_temperature);
    return std::clamp(std::log(temperature / least_temperature) / range, 0.0F, 1.0F);
}

} // namespace attn
