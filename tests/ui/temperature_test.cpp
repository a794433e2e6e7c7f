#include "ui/actions/temperature.h"

#include "core/figure/number.h"

#include <gtest/gtest.h>

namespace attn {
namespace {

TEST(TemperatureOfSlider, HasTwoDigitsWhereverItStands) {
    constexpr int places = 400;
    for (int place = 0; place <= places; ++place) {
        const float temperature = temperature_at(static_cast<float>(place) / places);
        EXPECT_LE(exact_number(temperature).size(), 5U) << exact_number(temperature); // 0.025
    }
}

} // namespace
} // namespace attn
