#include "ui/actions/temperature.h"

#include <algorithm>
#include <cmath>

namespace attn {

float temperature_at(float share) {
    const float exact =
        least_temperature * std::pow(most_temperature / least_temperature, std::clamp(share, 0.0F, 1.0F));
    // Two digits are what a hand can mean.
    const float units = std::pow(10.0F, 1 - std::floor(std::log10(exact))); // in 1: a quotient is rounded once
    return std::round(exact * units) / units;
}

float share_of_temperature(float temperature) {
    const float range = std::log(most_temperature / least_temperature);
    return std::clamp(std::log(temperature / least_temperature) / range, 0.0F, 1.0F);
}

} // namespace attn
