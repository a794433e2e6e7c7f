// Differences that count as equal, and those that do not.

#include "core/check/report.h"

#include "core/model/arrays.h"
#include "core/tensor/compose.h"
#include "tests/core/check/naive_student.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// A layer of two items of four words. In the first item, causal and padding masks hide every key from the first token.
Layer padded_layer() {
    std::mt19937 random(7);
    test::LayerKind kind;
    kind.sizes = {2, 4, 4, 6, 6, 2, 3, 3};
    kind.biases = true;
    Layer layer = test::random_layer(random, kind);
    layer.mask.causal = layer.mask.pad_tokens = true;
    layer.sequence.items[0][0] = pad_token;
    return layer;
}

class Agreements : public testing::Test {
protected:
    Agreements() : layer_(padded_layer()), trace_(Engine(1).compute(layer_)), right_(test::naive_student(layer_, "")) {}

    NdArray changed(const std::string& stage, const std::function<float(float)>& change) const {
        NdArray array = right_.at(stage);
        std::vector<float> values;
        for (const float value : array.values)
            values.push_back(change(value));
        return NdArray::of(array.shape, std::move(values));
    }
    Check checked(const NdArrays& arrays, const std::optional<double>& tolerance = {}) const {
        return check(trace_, *answer_of(arrays, trace_, "mine.npz"), tolerance);
    }

    Layer layer_;
    Trace trace_;
    NdArrays right_;
};

TEST_F(Agreements, RowsThatAreMaskedWholeMayBeNaN) {
    const Check found = checked(right_);
    ASSERT_TRUE(std::isnan(right_.at("A").values[0]));
    EXPECT_TRUE(found.agrees());
    EXPECT_EQ(found.notices.at(0),
              "A O concat Y: rows that are masked whole are NaN here and 0 in this program; that counts as equal");
}

TEST_F(Agreements, OtherRowsMayNot) {
    const Check found = checked({{"A", changed("A", [](float) { return std::nanf(""); })}});
    ASSERT_FALSE(found.agrees());
    EXPECT_EQ(found.first_difference().largest_difference, std::numeric_limits<double>::infinity());
    EXPECT_EQ(report_text(found, trace_).find("A\ndiffers   by ∞, in"), 0U) << report_text(found, trace_);
}

TEST_F(Agreements, ALargeNegativeNumberHidesAsWell) {
    const auto finite = [](float value) { return value == -infinity ? -1e9F : value; };
    const Check found = checked({{"masked", changed("masked", finite)}, {"mask", changed("mask", finite)}});
    EXPECT_TRUE(found.agrees());
    EXPECT_EQ(found.notices.at(0),
              "mask masked: a large number stands for ∞ where scores are hidden; that counts as equal");
    EXPECT_FALSE(checked({{"mask", changed("mask", [](float value) { return std::max(value, -10.0F); })}}).agrees());
}

TEST_F(Agreements, ExponentialsMayBeShiftedByAnyNumber) {
    NdArray exp = changed("masked", [](float value) { return std::exp(value); });
    const auto keys = static_cast<std::size_t>(exp.shape.back());
    std::vector<float> sums(exp.values.size() / keys);
    for (std::size_t i = 0; i < exp.values.size(); ++i)
        sums[i / keys] += exp.values[i];
    const NdArray sum = NdArray::of({2, 2, 4}, sums);
    for (const NdArrays& arrays : {NdArrays{{"exp", exp}, {"row_sum", sum}}, NdArrays{{"row_sum", sum}}}) {
        const Check found = checked(arrays);
        EXPECT_TRUE(found.agrees()) << report_text(found, trace_);
        EXPECT_EQ(found.notices.size(), 1U);
    }
}

TEST_F(Agreements, NumbersStoredIn16BitsMayDifferMore) {
    NdArray coarse = changed("Q", [](float value) { return value + 1e-3F; });
    EXPECT_FALSE(checked({{"Q", coarse}}).agrees());
    coarse.stored = DataType::float16;
    const Check found = checked({{"Q", coarse}});
    EXPECT_TRUE(found.agrees());
    EXPECT_EQ(found.notices.at(0), "Q: stored as float16, so larger differences count as equal");
}

TEST_F(Agreements, TheToleranceIsRelativeToTheLargestEntry) {
    const NdArray scaled = changed("Y", [](float value) { return value * 1.01F; });
    EXPECT_FALSE(checked({{"Y", scaled}}).agrees());
    EXPECT_FALSE(checked({{"Y", scaled}}, 0.009).agrees());
    EXPECT_TRUE(checked({{"Y", scaled}}, 0.011).agrees());
}

TEST_F(Agreements, TheFirstDifferenceIsTheFirstInTheOrderOfComputing) {
    const auto off = [](float value) { return value + 0.3F; };
    const Check found = checked({{"A", changed("A", off)}, {"K", changed("K", off)}, {"Q", right_.at("Q")}});
    EXPECT_EQ(found.first_difference().stage, ArrayId::K);
    EXPECT_EQ(found.stages.size(), 3U);
}

TEST_F(Agreements, RoundedNumbersAreCalledSo) {
    const NdArray rounded = changed("Q", [](float value) { return std::round(value * 100) / 100; });
    const Check found = checked({{"Q", rounded}});
    ASSERT_EQ(found.known_bugs.size(), 1U);
    EXPECT_EQ(found.known_bugs[0].known_bug->id, "rounded");
}

TEST_F(Agreements, HalfPrecisionIsCalledSo) {
    // Rounds to ten bits behind the leading one.
    const auto half = [](float value) {
        const float unit = std::ldexp(1.0F, std::ilogb(value) - 10);
        return std::round(value / unit) * unit;
    };
    const Check found = checked({{"Q", changed("Q", half)}});
    ASSERT_EQ(found.known_bugs.size(), 1U);
    EXPECT_EQ(found.known_bugs[0].known_bug->id, "float16");
}

TEST_F(Agreements, ScoresBeyondFloat16AreCalledSo) {
    std::mt19937 random(3);
    Layer layer = test::random_layer(random, {});
    std::vector<float> sizes; // of scores
    const NdArray scores = test::naive_student(layer, "").at("scores");
    for (const float score : scores.values)
        sizes.push_back(std::abs(score));
    std::ranges::nth_element(sizes, sizes.end() - 2);
    for (HeadWeights& head : layer.heads)
        head.W_Q = filled(head.W_Q.rows(), head.W_Q.columns(),
                          [&](Index d, Index c) { return head.W_Q(d, c) * (65530 / sizes[sizes.size() - 2]); });
    const Trace trace = Engine(1).compute(layer);
    NdArrays right = test::naive_student(layer, "");
    std::vector<float> shares(right.at("A").values.begin(), right.at("A").values.end());
    const std::size_t keys = 4;
    for (std::size_t row = 0; row < shares.size() / keys; ++row)
        if (std::ranges::any_of(right.at("scores").values.subspan(row * keys, keys),
                                [](float score) { return std::abs(score) >= 65520; }))
            std::fill_n(shares.begin() + static_cast<std::ptrdiff_t>(row * keys), keys, std::nanf(""));
    const NdArrays wrong{{"A", NdArray::of(right.at("A").shape, shares)}};
    const Check found = check(trace, *answer_of(wrong, trace, "mine.npz"));
    ASSERT_FALSE(found.agrees());
    ASSERT_EQ(found.known_bugs.size(), 1U);
    EXPECT_EQ(found.known_bugs[0].known_bug->id, "float16-overflow");
}

TEST_F(Agreements, SumsHaveTheFactorOfTheirExponentials) {
    const auto times = [&](ArrayId stage, float factor) {
        std::vector<float> values;
        const Shape shape = shape_of(trace_.sizes(), stage);
        for (const Address slot : trace_.slots(stage)) {
            const Matrix matrix = trace_.compute_uncached(slot);
            for (Index i = 0; i < matrix.rows(); ++i)
                for (const float value : matrix.row(i))
                    values.push_back(factor * value);
        }
        return NdArray::of({trace_.sizes().B, trace_.sizes().H, shape.rows, shape.columns}, std::move(values));
    };
    const NdArray exponentials = times(ArrayId::exp, 2);
    EXPECT_TRUE(checked({{"exp", exponentials}, {"row_sum", times(ArrayId::row_sum, 2)}}).agrees());
    EXPECT_TRUE(checked({{"exp", times(ArrayId::exp, 1)}, {"row_sum", times(ArrayId::row_sum, 1)}}).agrees());
    const Check found = checked({{"exp", exponentials}, {"row_sum", times(ArrayId::row_sum, 1)}});
    ASSERT_FALSE(found.agrees());
    EXPECT_EQ(found.first_difference().stage, ArrayId::row_sum);
    const std::string text = report_text(found, trace_);
    EXPECT_NE(text.find("row_sum: compared with the sums of the exponentials given"), std::string::npos) << text;
    EXPECT_FLOAT_EQ(found.first_difference().expected, 2 * found.first_difference().answered);
}

TEST_F(Agreements, DropoutIsCalledSo) {
    int cell = 0;
    const auto drop = [&](float share) { return ++cell % 3 == 0 ? 0.0F : share * 1.25F; };
    const Check found = checked({{"A", changed("A", drop)}});
    ASSERT_EQ(found.known_bugs.size(), 1U);
    EXPECT_EQ(found.known_bugs[0].known_bug->id, "dropout");
}

TEST_F(Agreements, TheReportSaysWhatWhereAndWhy) {
    std::mt19937 random(2);
    test::LayerKind kind;
    kind.sizes = {1, 2, 2, 3, 3, 1, 4, 4};
    Layer layer = test::random_layer(random, kind);
    layer.sequence.items = {{"word0", "word1"}};
    const Trace trace = Engine(1).compute(layer);
    NdArrays wrong = test::naive_student(layer, "no-scale");
    std::erase_if(
        wrong, [](const auto& array) { return array.first != "Q" && array.first != "scaled" && array.first != "Y"; });
    const Check found = check(trace, *answer_of(wrong, trace, "mine.npz"));
    const std::string text = report_text(found, trace);
    EXPECT_EQ(text.find("scaled\ndiffers   by "), 0U) << text;
    for (const char* const part : {"100 % of its largest entry", "in 4 of 4 cells", "most at   scaled/1[", "reads word",
                                   "[no-scale]", "before    Q agrees", "after     Y: as the slip makes them"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST_F(Agreements, ATableLineHasSixFields) {
    EXPECT_EQ(table_head(), "file,stage,difference,cell,slip,words\n");
    EXPECT_EQ(table_line("a,b.npz", error("cut")), "\"a,b.npz\",,,,,error: cut\n");
    const std::string line = table_line("c.npz", checked({{"Q", right_.at("Q")}}), trace_);
    EXPECT_EQ(line.find("c.npz,,"), 0U) << line;
    EXPECT_NE(line.find(",,,all 1 stages given agree"), std::string::npos) << line;
}

} // namespace
} // namespace attn
