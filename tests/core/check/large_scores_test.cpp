// Attention weights of scores so large that rounding moves the scores themselves.

#include "core/check/check.h"
#include "core/check/report.h"
#include "core/document/sources/source.h"
#include "core/engine/engine.h"
#include "core/tensor/compose.h"
#include "tests/core/check/naive_student.h"
#include "tests/peer_data.h"
#include "tests/random_layer.h"

#include <fmt/core.h>
#include <functional>
#include <gtest/gtest.h>

namespace attn {
namespace {

/// A layer of two heads over five causal words. The scores of the first head are `times` as large.
Layer layer_of_large_scores(float times) {
    std::mt19937 random(4);
    test::LayerKind kind;
    kind.sizes = {1, 5, 5, 8, 8, 2, 4, 4};
    Layer layer = test::random_layer(random, kind);
    layer.mask.causal = true;
    layer.heads[0].W_Q = filled(8, 4, [&](Index d, Index c) { return layer.heads[0].W_Q(d, c) * times; });
    return layer;
}

class LargeScores : public testing::Test {
protected:
    static constexpr float times = 1e6F;

    LargeScores() : trace_(Engine(1).compute(layer_of_large_scores(times))) {}

    Check checked(const std::string& stage, const NdArray& array) const {
        return check(trace_, *answer_of({{stage, array}}, trace_, "mine.npz"));
    }
    /// The layer's own numbers of a stage, changed by `change`.
    NdArray changed(ArrayId stage,
                    const std::function<float(Index head, Index i, Index j, float value)>& change) const {
        const Shape shape = shape_of(trace_.sizes(), stage);
        std::vector<float> values;
        for (const Address slot : trace_.slots(stage)) {
            const Matrix matrix = trace_.matrix(slot);
            for (Index i = 0; i < shape.rows; ++i)
                for (Index j = 0; j < shape.columns; ++j)
                    values.push_back(change(slot.head, i, j, matrix(i, j)));
        }
        return NdArray::of({1, trace_.sizes().H, shape.rows, shape.columns}, std::move(values));
    }
    NdArray with(ArrayId stage, Index head, Index row, Index column, float value) const {
        return changed(stage, [&](Index h, Index i, Index j, float here) {
            return h == head && i == row && j == column ? value : here;
        });
    }
    float share(Index head, Index row, Index column) const {
        return trace_.value({0, ArrayId::A, 0, head, row, column});
    }

    Trace trace_;
};

TEST_F(LargeScores, AnyNumbersDoNotAgree) {
    std::mt19937 random(1);
    for (const auto& [stage, name] :
         {std::pair(ArrayId::A, "A"), {ArrayId::exp, "exp"}, {ArrayId::row_sum, "row_sum"}}) {
        const NdArray noise = changed(stage, [&](Index, Index, Index, float) {
            return static_cast<float>(test::random_index(random, 1, 1000)) / 1000;
        });
        EXPECT_FALSE(checked(name, noise).agrees()) << name;
        EXPECT_FALSE(checked(name, changed(stage, [](Index, Index, Index, float) { return 0.0F; })).agrees()) << name;
    }
}

TEST_F(LargeScores, RightSharesAgree) {
    const Check found = check(trace_, *answer_of(test::naive_student(trace_.layer(), ""), trace_, "mine.npz"));
    EXPECT_TRUE(found.agrees()) << report_text(found, trace_);
}

TEST_F(LargeScores, AShareOfTheHeadWithSmallScoresMayMoveAsLittleAsEver) {
    ASSERT_GT(share(1, 2, 1), 0.1F);
    EXPECT_TRUE(checked("A", with(ArrayId::A, 1, 2, 1, share(1, 2, 1) + 8e-6F)).agrees());
    const Check found = checked("A", with(ArrayId::A, 1, 2, 1, share(1, 2, 1) + 1e-4F));
    ASSERT_FALSE(found.agrees());
    EXPECT_EQ(found.first_difference().differing, 1);
}

TEST_F(LargeScores, AShareThatNothingElseCompetesForDoesNotMove) {
    ASSERT_EQ(share(0, 0, 0), 1);
    EXPECT_FALSE(checked("A", with(ArrayId::A, 0, 0, 0, 0.9998F)).agrees());
}

TEST_F(LargeScores, AHiddenShareIsExactlyZero) {
    for (const Index head : {Index{0}, Index{1}}) {
        EXPECT_FALSE(checked("A", with(ArrayId::A, head, 1, 3, 1e-6F)).agrees());
        EXPECT_FALSE(checked("exp", with(ArrayId::exp, head, 1, 3, 1e-6F)).agrees());
    }
}

TEST(LargeScoresOfTwoKeys, SharesMoveByWhatRoundingOfTheirRowExplainsAndAThousandthAtMost) {
    // Both keys have the same score, 1000 or 1e6, and half of the weight.
    for (const auto& [score, moves, moves_too_far] :
         {std::tuple(1e3F, 8e-4F, 1.1e-3F), {1e6F, 9e-4F, 1.1e-3F}, {10.0F, 8e-6F, 3e-5F}}) {
        std::mt19937 random(1);
        test::LayerKind kind;
        kind.sizes = {1, 2, 2, 2, 2, 1, 2, 2};
        Layer layer = test::random_layer(random, kind);
        layer.given[{0, ArrayId::masked, 0, 0}] = filled(2, 2, [score = score](Index, Index) { return score; });
        const Trace trace = Engine(1).compute(layer);
        const auto agrees = [&](float off) {
            const NdArray shares = NdArray::of({1, 1, 2, 2}, {0.5F, 0.5F, 0.5F + off, 0.5F - off});
            return check(trace, *answer_of({{"A", shares}}, trace, "mine.npz")).agrees();
        };
        EXPECT_TRUE(agrees(moves)) << score;
        EXPECT_FALSE(agrees(moves_too_far)) << score;
    }
}

TEST(LargeScoresOfTwoKeys, ABugIsNamedWhereOnlyItsScoresAreNearlyEqual) {
    // A hidden score of −1e4 meets a real one, of which the last bits move both shares by 0.004.
    std::mt19937 random(1);
    test::LayerKind kind;
    kind.sizes = {1, 2, 2, 2, 2, 1, 2, 2};
    Layer layer = test::random_layer(random, kind);
    layer.mask.causal = true;
    layer.given[{0, ArrayId::scaled, 0, 0}] = filled(2, 2, [](Index i, Index j) {
        return i > 0 ? 1.0F : j > 0 ? -2e4F : -1e4F;
    });
    const Trace trace = Engine(1).compute(layer);
    const NdArray shares = NdArray::of({1, 1, 2, 2}, {0.504F, 0.496F, 0.5F, 0.5F});
    const Check found = check(trace, *answer_of({{"A", shares}}, trace, "mine.npz"));
    EXPECT_NE(report_text(found, trace).find("[hidden-above-scores]"), std::string::npos) << report_text(found, trace);
}

/// Recorded attention weights of scores up to 5e7: right, or with hidden scores of −1e4 or −1e5.
class LargeScoresOfTheField : public testing::TestWithParam<const char*> {
protected:
    static std::filesystem::path folder() { return test::peer_data() / "field/20-scores-so-large"; }
    void SetUp() override {
        if (!std::filesystem::exists(folder()))
            GTEST_SKIP() << folder() << " is not there";
    }
    static Check checked(const std::string& weights, const std::string& answer) {
        Source source;
        source.weights = folder() / ("w_" + weights + ".npz");
        source.input = folder() / "x.npy";
        source.heads = 3;
        source.options.push_back({OptionId::mask, OptionValue(1)});
        const auto session = open_source(source, {});
        EXPECT_TRUE(session) << session.error().message;
        const Trace trace = Engine(1).compute(session->layer());
        const auto read = read_answer(folder() / (answer + ".npz"), trace);
        EXPECT_TRUE(read) << read.error().message;
        return check(trace, *read);
    }
};

TEST_P(LargeScoresOfTheField, RightOnesAgreeAndNoiseDoesNot) {
    const std::string weights = GetParam();
    EXPECT_TRUE(checked(weights, "right_" + weights).agrees());
    for (const char* const other : {"noise", "zeros", "minus"}) {
        const Check found = checked(weights, other);
        ASSERT_FALSE(found.agrees()) << other;
        EXPECT_TRUE(found.known_bugs.empty()) << found.known_bugs[0].known_bug->id;
    }
}

TEST_P(LargeScoresOfTheField, FilledOnesAreNamedWhereScoresFallBelow) {
    const std::string weights = GetParam();
    for (const char* const answer : {"fillA_", "fill_"}) {
        const Check found = checked(weights, answer + weights);
        if (weights == "small") {
            EXPECT_TRUE(found.agrees());
            continue;
        }
        ASSERT_FALSE(found.agrees());
        const Agreement& first = found.first_difference();
        EXPECT_EQ(first.stage, ArrayId::A);
        EXPECT_EQ(first.largest_difference, 1);
        EXPECT_EQ(first.cell, (CellId{0, ArrayId::A, 0, 0, 0, 0}));
        EXPECT_EQ(first.differing, weights == "at1e5x100" ? 9 : 6);
        // Beside scores this large the hidden scores' number is nearly 0: a mask of zeros explains the answer as well.
        std::string names;
        for (const FoundSlip& one : found.known_bugs)
            names += " " + std::string(one.known_bug->id);
        EXPECT_EQ(names, weights == "at1e5x100" ? " mask-of-zero hidden-above-scores" : " hidden-above-scores");
        EXPECT_EQ(found.known_bugs[0].reproduced.size() + 1, found.stages.size());
    }
}

INSTANTIATE_TEST_SUITE_P(Check, LargeScoresOfTheField,
                         testing::Values("small", "at1e4", "at1e5", "at1e5x4", "at1e5x100"));

} // namespace
} // namespace attn
