#include "core/tensor/softmax.h"

#include "tests/instruction_sets.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace attn::test {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

std::vector<float> exponentials_of(const std::vector<float>& numbers) {
    const std::array<float, 1> largest{0};
    std::vector<float> result(numbers.size());
    const auto count = static_cast<Index>(numbers.size());
    shifted_exponentials({numbers.data(), 1, count, count}, {largest.data(), 1, 1, 1},
                         {result.data(), 1, count, count});
    return result;
}

/// The error of a float32, in units of its last place.
double error_in_last_places(float found, double exact) {
    const float rounded = static_cast<float>(exact);
    if (std::isinf(rounded) || rounded == 0)
        return found == rounded ? 0 : std::abs(static_cast<double>(found) - exact) * 0x1p149;
    const double unit = std::exp2(std::max(-149, std::ilogb(exact) - 23));
    return std::abs(static_cast<double>(found) - exact) / unit;
}

/// Numbers of every size and both signs: about each thousandth of all floats between −110 and 95.
std::vector<float> numbers_of_every_size() {
    std::vector<float> numbers;
    for (std::uint32_t bits = 0; bits < std::bit_cast<std::uint32_t>(110.0F); bits += 4999) {
        const auto number = std::bit_cast<float>(bits);
        numbers.push_back(-number);
        if (number < 95)
            numbers.push_back(number);
    }
    for (const float edge : {-87.3365F, -87.34F, -103.9720F, -103.9722F, -104.0F, 88.72283F, 88.7229F, 0.34657F, 1.0F})
        for (const float number : {std::nextafter(edge, -infinity), edge, std::nextafter(edge, infinity)})
            numbers.push_back(number);
    return numbers;
}

TEST(Exponential, IsWithinTwoUnitsOfTheLastPlaceWhereverItIsFinite) {
    const std::vector<float> numbers = numbers_of_every_size();
    for (const std::int64_t target : instruction_sets()) {
        const OnInstructionSet only(target);
        const std::vector<float> found = exponentials_of(numbers);
        double worst = 0;
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const double error = error_in_last_places(found[i], std::exp(static_cast<double>(numbers[i])));
            ASSERT_LE(error, 2) << numbers[i] << ": " << found[i];
            worst = std::max(worst, error);
        }
        RecordProperty("worst error in last places", std::to_string(worst));
    }
}

TEST(Exponential, OfInfinitiesZerosAndNaN) {
    const std::vector<float> found = exponentials_of(
        {-infinity, infinity, 0.0F, -0.0F, -1e-45F, 1e-45F, -1e30F, 1e30F, std::numeric_limits<float>::quiet_NaN()});
    EXPECT_EQ(found[0], 0);
    EXPECT_EQ(found[1], infinity);
    for (const std::size_t near_zero : {2U, 3U, 4U, 5U})
        EXPECT_EQ(found[near_zero], 1);
    EXPECT_EQ(found[6], 0);
    EXPECT_FALSE(std::signbit(found[6]));
    EXPECT_EQ(found[7], infinity);
    EXPECT_TRUE(std::isnan(found[8]));
}

/// The results of the four steps for a row that begins `offset` floats behind a cache line.
std::vector<float> softmax_at(const std::vector<float>& row, std::size_t offset) {
    const auto count = static_cast<Index>(row.size());
    std::vector<float> room(2 * row.size() + 64);
    float* const scores = room.data() + offset;
    float* const exponentials = room.data() + row.size() + 17 + offset;
    std::ranges::copy(row, scores);
    float largest = 0;
    float total = 0;
    row_maxima({scores, 1, count, count}, {&largest, 1, 1, 1});
    shifted_exponentials({scores, 1, count, count}, {&largest, 1, 1, 1}, {exponentials, 1, count, count});
    row_sums({exponentials, 1, count, count}, {&total, 1, 1, 1});
    std::vector<float> results(exponentials, exponentials + count);
    row_shares({exponentials, 1, count, count}, {&total, 1, 1, 1}, {exponentials, 1, count, count});
    results.insert(results.end(), exponentials, exponentials + count);
    results.push_back(largest);
    results.push_back(total);
    return results;
}

TEST(Softmax, HasTheSameBitsOnEveryInstructionSetAndAtEveryAddress) {
    Random random(3);
    std::uniform_real_distribution<float> uniform(-20, 20);
    for (int round = 0; round < 100; ++round) {
        std::vector<float> row(static_cast<std::size_t>(random_index(random, 1, 100)));
        for (float& score : row)
            score = random_index(random, 0, 5) == 0 ? minus_infinity : uniform(random);
        std::vector<std::vector<float>> found;
        for (const std::int64_t target : fused_instruction_sets()) {
            const OnInstructionSet only(target);
            found.push_back(softmax_at(row, 0));
            found.push_back(softmax_at(row, static_cast<std::size_t>(random_index(random, 1, 16))));
        }
        for (const std::vector<float>& other : found)
            ASSERT_TRUE(std::ranges::equal(other, found.front(), {}, std::bit_cast<std::uint32_t, float>,
                                           std::bit_cast<std::uint32_t, float>));
    }
}

TEST(Softmax, SumsInSixteenLanesThatMeetInHalves) {
    Random random(4);
    for (const std::size_t length : {1U, 15U, 16U, 17U, 100U}) {
        const Matrix row = random_matrix(random, 1, static_cast<Index>(length));
        std::array<float, 16> lanes{};
        for (std::size_t j = 0; j < length; ++j)
            lanes[j % 16] += row(0, static_cast<Index>(j));
        for (std::size_t half = 8; half > 0; half /= 2)
            for (std::size_t i = 0; i < half; ++i)
                lanes[i] += lanes[i + half];
        float total = 0;
        row_sums(row, {&total, 1, 1, 1});
        EXPECT_EQ(total, lanes[0]) << length;
    }
}

TEST(Softmax, MaximumIsNaNWhereAScoreIs) {
    std::vector<float> row(40, 1);
    float largest = 0;
    for (const std::size_t place : {0U, 15U, 16U, 39U}) {
        row[place] = std::numeric_limits<float>::quiet_NaN();
        row_maxima({row.data(), 1, 40, 40}, {&largest, 1, 1, 1});
        EXPECT_TRUE(std::isnan(largest)) << place;
        row[place] = 2;
        row_maxima({row.data(), 1, 40, 40}, {&largest, 1, 1, 1});
        EXPECT_EQ(largest, 2);
        row[place] = 1;
    }
}

} // namespace
} // namespace attn::test
