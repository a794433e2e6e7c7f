#include "core/explain/head_hypotheses.h"

#include "core/engine/engine.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace attn {
namespace {

/// A layer that only distributes attention as given.
Layer reading(std::vector<std::string> tokens, Matrix A) {
    Layer layer;
    layer.sequence.items = {std::move(tokens)};
    layer.heads.resize(1);
    layer.scale = {Scale::Kind::one, 1}; // there is no d_k
    layer.given[{0, ArrayId::A, 0, 0}] = std::move(A);
    return layer;
}

using test::computed;

TEST(Hypotheses, AreFoundByTheirNamesAndByTheirWords) {
    for (const HypothesisRule& rule : hypothesis_rules()) {
        const Hypothesis hypothesis{rule.id, 3};
        const bool counts = rule.id == HypothesisId::back;
        EXPECT_EQ(find_hypothesis(hypothesis_name(hypothesis)), (counts ? hypothesis : Hypothesis{rule.id}))
            << rule.name;
        EXPECT_EQ(find_hypothesis(hypothesis_words(hypothesis)), (counts ? hypothesis : Hypothesis{rule.id}))
            << rule.words;
        EXPECT_FALSE(rule.about.empty());
    }
    EXPECT_EQ(find_hypothesis("  Reads the   previous token. "), Hypothesis{HypothesisId::previous_token});
    EXPECT_EQ(find_hypothesis("token 12 back"), (Hypothesis{HypothesisId::back, 12}));
    EXPECT_EQ(find_hypothesis("3 tokens back"), (Hypothesis{HypothesisId::back, 3}));
    for (const char* unknown :
         {"", "reads", "reads names", "0 back", "-1 back", "back", "{} back", "99999999999999999999 back"})
        EXPECT_FALSE(find_hypothesis(unknown)) << unknown;
}

TEST(Hypotheses, AreMeasuredByTheShareOfTheKeysTheyName) {
    const Trace trace = computed(reading(
        {"rose", "is", "a", "rose"},
        Matrix::from_rows({{.25F, .25F, .25F, .25F}, {.7F, .1F, .1F, .1F}, {.1F, .8F, .05F, .05F}, {0, 0, .9F, .1F}})));
    const HypothesisMeasure previous = measure_hypothesis({HypothesisId::previous_token}, trace, 0, 0);
    EXPECT_EQ(previous.rows, 3); // no token precedes the first
    EXPECT_EQ(previous.all_rows, 4);
    EXPECT_NEAR(previous.share, .8, 1e-6);
    EXPECT_DOUBLE_EQ(previous.even, .25);
    EXPECT_EQ(previous.worst, 1);
    EXPECT_EQ(previous.worst_key, 0);
    EXPECT_NEAR(previous.worst_share, .7, 1e-6);

    const HypothesisMeasure same = measure_hypothesis({HypothesisId::same_word}, trace, 0, 0);
    EXPECT_NEAR(same.share, (.5 + .1 + .05 + .1) / 4, 1e-6);
    EXPECT_DOUBLE_EQ(same.even, (.5 + .25 + .25 + .5) / 4);

    // The word that followed rose the other time: is₂ for rose₄; nothing follows rose₄.
    const HypothesisMeasure after = measure_hypothesis({HypothesisId::word_after_same}, trace, 0, 0);
    EXPECT_EQ(after.rows, 1);
    EXPECT_EQ(after.worst, 3);
    EXPECT_EQ(after.worst_key, 1);
    EXPECT_EQ(after.share, 0);

    EXPECT_NEAR(measure_hypothesis({HypothesisId::mirrored}, trace, 0, 0).share, (.25 + .1 + .8 + 0) / 4, 1e-6);
    EXPECT_NEAR(measure_hypothesis({HypothesisId::back, 3}, trace, 0, 0).share, 0, 1e-6);
    EXPECT_EQ(measure_hypothesis({HypothesisId::back, 3}, trace, 0, 0).rows, 1);
    EXPECT_EQ(measure_hypothesis({HypothesisId::marker}, trace, 0, 0).rows, 0);
}

TEST(Hypotheses, ThatAHeadSpreadsEvenlyIsMeasuredByItsEntropy) {
    const Trace trace = computed(reading({"a", "b"}, Matrix::from_rows({{.5F, .5F}, {1, 0}})));
    const HypothesisMeasure evenly = measure_hypothesis({HypothesisId::evenly}, trace, 0, 0);
    EXPECT_EQ(evenly.rows, 2);
    EXPECT_DOUBLE_EQ(evenly.share, .5);
    EXPECT_EQ(evenly.worst, 1);
    EXPECT_EQ(evenly.worst_share, 0);
}

TEST(Hypotheses, KnowMarkersByTheirBrackets) {
    const Trace trace = computed(reading(
        {"[CLS]", "a", "</s>", "[", "<>"},
        Matrix::from_rows(
            {{.2F, .2F, .2F, .2F, .2F}, {.5F, 0, .4F, .1F, 0}, {1, 0, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 0, 0, 1}})));
    const HypothesisMeasure markers = measure_hypothesis({HypothesisId::marker}, trace, 0, 0);
    EXPECT_NEAR(markers.share, (.4 + .9 + 1 + 1 + 0) / 5, 1e-6);
    EXPECT_NEAR(markers.even, .4, 1e-9);
}

TEST(Hypotheses, OfTokensWithoutATextHoldNoTwoForTheSameWord) {
    const Layer layer = reading({"", "", ""}, Matrix::from_rows({{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}));
    const ReadWords words = read_words(layer, 0);
    EXPECT_NE(words.queries[0], words.queries[1]);
    EXPECT_EQ(words.queries, words.keys);
    EXPECT_EQ(measure_hypothesis({HypothesisId::same_word}, computed(layer), 0, 0).share, 1);
}

TEST(Hypotheses, ThatFitBestAreThoseThatGainMost) {
    const Trace mirrored = computed(reading({"a", "b", "c"}, Matrix::from_rows({{0, 0, 1}, {0, 1, 0}, {1, 0, 0}})));
    ASSERT_TRUE(best_hypothesis(mirrored, 0, 0));
    EXPECT_EQ(best_hypothesis(mirrored, 0, 0)->hypothesis, Hypothesis{HypothesisId::mirrored});
    constexpr float third = 1.0F / 3;
    const Trace even = computed(reading(
        {"a", "b", "c"}, Matrix::from_rows({{third, third, third}, {third, third, third}, {third, third, third}})));
    ASSERT_TRUE(best_hypothesis(even, 0, 0));
    EXPECT_EQ(best_hypothesis(even, 0, 0)->hypothesis, Hypothesis{HypothesisId::evenly});
    // Uneven, but in no way that a hypothesis knows.
    const Trace odd = computed(
        reading({"a", "b", "c"}, Matrix::from_rows({{third, third, third}, {.5F, 0, .5F}, {third, third, third}})));
    EXPECT_FALSE(best_hypothesis(odd, 0, 0));
}

/// True if the hypothesis names key j for query i, by its words.
bool names(HypothesisId id, Index back, const Layer& layer, Index item, Index i, Index j) {
    const auto& queries = layer.sequence.items.at(static_cast<std::size_t>(item));
    const auto& keys = key_sequence(layer).items.at(static_cast<std::size_t>(item));
    const auto is_word_of_query = [&](Index key) {
        const std::string& word = keys.at(static_cast<std::size_t>(key));
        const bool is_itself = !layer.context && key == i;
        return is_itself || (!word.empty() && word == queries.at(static_cast<std::size_t>(i)));
    };
    const std::string& key = keys.at(static_cast<std::size_t>(j));
    switch (id) {
    case HypothesisId::previous_token:
        return i == j + 1;
    case HypothesisId::next_token:
        return j == i + 1;
    case HypothesisId::itself:
        return i == j;
    case HypothesisId::first_token:
        return j == 0;
    case HypothesisId::same_word:
        return is_word_of_query(j);
    case HypothesisId::word_after_same:
        return j > 0 && is_word_of_query(j - 1) && (layer.context || j - 1 != i);
    case HypothesisId::marker:
        return key.size() > 2 && key.front() == '[' && key.back() == ']';
    case HypothesisId::back:
        return i == j + back;
    case HypothesisId::mirrored:
        return i + j + 1 == static_cast<Index>(keys.size());
    case HypothesisId::evenly:
        break;
    }
    return false;
}

/// The sums of a measure, added cell by cell.
struct Sums {
    double share = 0;
    double even = 0;
    double worst = std::numeric_limits<double>::infinity();
    double rows = 0;
};

Sums summed(HypothesisId id, const Trace& trace, Index item, Index head) {
    Sums sums;
    for (Index i = 0; i < trace.sizes().S_q; ++i) {
        double allowed = 0;
        double named = 0;
        double named_share = 0;
        double entropy = 0;
        for (Index j = 0; j < trace.sizes().S_k; ++j) {
            const float masked = trace.has(ArrayId::masked) ? trace.value({0, ArrayId::masked, item, head, i, j}) : 0;
            const double is_allowed = std::isinf(masked) && masked < 0 ? 0 : 1;
            const auto share = static_cast<double>(trace.value({0, ArrayId::A, item, head, i, j}));
            const double is_named = names(id, 2, trace.layer(), item, i, j) ? 1 : 0;
            allowed += is_allowed;
            named += is_named * is_allowed;
            named_share += is_named * share;
            entropy -= share == 0 ? 0 : share * std::log2(share);
        }
        const bool evenly = id == HypothesisId::evenly;
        if (evenly ? allowed < 2 : named == 0)
            continue;
        const double row = evenly ? entropy / std::log2(allowed) : named_share;
        sums.rows += 1;
        sums.share += row;
        sums.even += evenly ? 1 : named / allowed;
        sums.worst = std::min(sums.worst, row);
    }
    return sums;
}

TEST(Hypotheses, OfAnyLayerAreMeasuredAsLoopsOverAllCellsDo) {
    test::Random random(8);
    for (int round = 0; round < 40; ++round) {
        Layer layer = test::random_layer(random, test::random_kind(random));
        for (int change = 0; change < 3; ++change)
            layer = test::randomly_changed(random, std::move(layer));
        const Trace trace = computed(layer);
        const Index item = test::random_index(random, 0, trace.sizes().B - 1);
        const Index head = test::random_index(random, 0, trace.sizes().H - 1);
        for (const HypothesisRule& rule : hypothesis_rules()) {
            const Sums sums = summed(rule.id, trace, item, head);
            const HypothesisMeasure measured = measure_hypothesis({rule.id}, trace, item, head);
            EXPECT_EQ(static_cast<double>(measured.rows), sums.rows) << rule.name;
            EXPECT_EQ(measured.all_rows, trace.sizes().S_q);
            if (sums.rows == 0 || std::isnan(sums.share))
                continue;
            EXPECT_NEAR(measured.share, sums.share / sums.rows, 1e-9) << rule.name;
            EXPECT_NEAR(measured.even, sums.even / sums.rows, 1e-9) << rule.name;
            EXPECT_EQ(measured.worst_share, sums.worst) << rule.name;
        }
    }
}

} // namespace
} // namespace attn
