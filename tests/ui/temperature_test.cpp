#include "ui/actions/drag.h"

#include "core/figure/number.h"
#include "ui/actions/fields.h"

#include <gtest/gtest.h>
#include <string>

namespace attn {
namespace {

TEST(TemperatureOfSlider, HasTwoDigitsWhereverItStands) {
    constexpr int places = 400;
    for (int place = 0; place <= places; ++place) {
        const float temperature = temperature_at(static_cast<float>(place) / places);
        EXPECT_LE(exact_number(temperature).size(), 5U) << exact_number(temperature); // 0.025
    }
}

TEST(NumberInAField, MayBeOneFractionHoweverManyArePasted) {
    const Result<float> whole = parse_number("100 %");
    EXPECT_TRUE(whole && *whole == 1);
    const Result<float> sixteenth = parse_number("1/16");
    ASSERT_TRUE(sixteenth);
    EXPECT_EQ(*sixteenth, 0.0625F);
    for (const std::string& text :
         {std::string("1/2/3"), std::string("1/0"), std::string("/"), std::string(800'000, '/')})
        EXPECT_FALSE(parse_number(text));
}

} // namespace
} // namespace attn
