// Bugs with ALiBi, caps, gates and norms of queries and keys, made by loops in double precision.

#include "core/check/check.h"
#include "core/engine/engine.h"
#include "core/files/npz.h"
#include "core/tensor/compose.h"
#include "tests/random_layer.h"

#include <cmath>
#include <functional>
#include <gmock/gmock.h>

namespace attn {
namespace {

using testing::ElementsAre;

constexpr Index S = 6;
constexpr Index H = 3;
constexpr Index d_k = 4;

test::LayerKind plain_kind() {
    test::LayerKind kind;
    kind.sizes = {1, S, S, 7, 7, H, d_k, 5};
    return kind;
}

Layer layer_of(const test::LayerKind& kind, bool causal) {
    test::Random random(5);
    Layer layer = test::random_layer(random, kind);
    layer.mask.causal = causal;
    return layer;
}

std::vector<std::string> slips_named(const Layer& layer, const NdArrays& arrays) {
    const Trace trace = Engine(1).compute(layer);
    const auto answer = answer_of(arrays, trace, "mine.npz");
    EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
    std::vector<std::string> ids;
    for (const FoundSlip& found : check(trace, *answer).known_bugs)
        ids.emplace_back(found.known_bug->id);
    return ids;
}

/// Returns the number that a student has before softmax, from the right score and the numbers added to it.
using Before = std::function<double(double score, double bias, double mask)>;

/// The stage A of the numbers before softmax in each cell.
NdArrays A_from(const Layer& layer, const Before& before) {
    const Trace trace = Engine(1).compute(layer);
    const auto number = [&](ArrayId array, Index head, Index i, Index j) {
        return trace.has(array) ? static_cast<double>(trace.array(array, 0, head)(i, j)) : 0.0;
    };
    std::vector<float> A;
    for (Index head = 0; head < H; ++head)
        for (Index i = 0; i < S; ++i) {
            std::vector<double> row;
            double sum = 0;
            for (Index j = 0; j < S; ++j) {
                row.push_back(std::exp(before(number(ArrayId::scores, head, i, j), number(ArrayId::bias, head, i, j),
                                              number(ArrayId::mask, head, i, j))));
                sum += row.back();
            }
            for (const double share : row)
                A.push_back(static_cast<float>(share / sum));
        }
    return {{"A", NdArray::of({1, H, S, S}, std::move(A))}};
}

const double factor = 1 / std::sqrt(static_cast<double>(d_k));

TEST(SlipsOfAdditions, WithABiasByDistanceAreNoSlipsOfTheMask) {
    test::LayerKind kind = plain_kind();
    kind.alibi = true;
    for (const bool causal : {true, false}) {
        const Layer layer = layer_of(kind, causal);
        EXPECT_THAT(slips_named(layer, A_from(layer, [](double s, double, double m) { return s * factor + m; })),
                    ElementsAre("no-alibi"))
            << causal;
        EXPECT_THAT(slips_named(layer, A_from(layer, [](double s, double b, double m) { return s * factor - b + m; })),
                    ElementsAre("alibi-sign"))
            << causal;
        EXPECT_THAT(slips_named(layer, A_from(layer, [](double s, double b, double m) { return s * factor + b + m; })),
                    ElementsAre());
    }
    const Layer layer = layer_of(kind, true);
    EXPECT_THAT(slips_named(layer, A_from(layer, [](double s, double b, double) { return s * factor + b; })),
                ElementsAre("causal-forgotten"));
}

TEST(SlipsOfAdditions, WithACapAreNamed) {
    test::LayerKind kind = plain_kind();
    kind.soft_cap = 0.5F;
    const auto capped = [](double s) { return 0.5 * std::tanh(s / 0.5); };
    const Layer layer = layer_of(kind, true);
    EXPECT_THAT(slips_named(layer, A_from(layer, [](double s, double, double m) { return s * factor + m; })),
                ElementsAre("no-cap"));
    EXPECT_THAT(slips_named(layer, A_from(layer, [&](double s, double, double m) { return factor * capped(s) + m; })),
                ElementsAre("cap-before-scale"));
    EXPECT_THAT(slips_named(layer, A_from(layer, [&](double s, double, double m) { return capped(s * factor + m); })),
                ElementsAre("cap-after-mask"));
    kind.alibi = true;
    EXPECT_THAT(slips_named(layer_of(kind, true),
                            A_from(layer_of(kind, true),
                                   [&](double s, double b, double m) { return capped(s * factor + b + m); })),
                ElementsAre("cap-after-mask"));
}

/// The stage A of a layer with another mask.
NdArrays A_under(Layer layer, const Matrix& mask) {
    layer.mask = {};
    layer.mask.given = {mask};
    const Trace trace = Engine(1).compute(layer);
    std::vector<float> A;
    for (Index head = 0; head < H; ++head) {
        const Matrix shares = trace.matrix({0, ArrayId::A, 0, head});
        for (Index i = 0; i < S; ++i)
            A.insert(A.end(), shares.row(i).begin(), shares.row(i).end());
    }
    return {{"A", NdArray::of({1, H, S, S}, std::move(A))}};
}

TEST(SlipsOfAdditions, OfTwoOfThreeKindsOfMaskJoinedByOrAreNamed) {
    Layer layer = layer_of(plain_kind(), true);
    layer.mask.padding = {Matrix::zeros(1, S).with_cell(0, S - 2, minus_infinity).with_cell(0, S - 1, minus_infinity)};
    layer.mask.painted = Matrix::zeros(S, S).with_cell(S - 1, 1, minus_infinity);
    const Matrix joined =
        filled(S, S, [&](Index i, Index j) { return j > i && j >= S - 2 ? minus_infinity : layer.mask.painted(i, j); });
    EXPECT_THAT(slips_named(layer, A_under(layer, joined)), ElementsAre("masks-joined-by-or"));
}

TEST(SlipsOfAdditions, OfOtherWidthsUnderTheRootAreNamed) {
    const Layer layer = layer_of(plain_kind(), true);
    EXPECT_THAT(
        slips_named(layer, A_from(layer, [](double s, double, double m) { return s / std::sqrt(double(H)) + m; })),
        ElementsAre("divided-by-sqrt-H"));
    EXPECT_THAT(
        slips_named(layer, A_from(layer, [](double s, double, double m) { return s / std::sqrt(double(S)) + m; })),
        ElementsAre("divided-by-sqrt-S"));
}

TEST(SlipsOfAdditions, WithoutTheGateAreNamed) {
    test::LayerKind kind = plain_kind();
    kind.gate = true;
    const Layer layer = layer_of(kind, true);
    const Trace trace = Engine(1).compute(layer);
    std::vector<float> O;
    for (Index head = 0; head < H; ++head)
        for (Index i = 0; i < S; ++i)
            for (Index c = 0; c < 5; ++c)
                O.push_back(trace.array(ArrayId::O, 0, head)(i, c));
    EXPECT_THAT(slips_named(layer, {{"O_gated", NdArray::of({1, H, S, 5}, std::move(O))}}), ElementsAre("no-gate"));
}

TEST(SlipsOfAdditions, WithNormsOfHeadsAreNamed) {
    for (const Norm::Kind norm : {Norm::Kind::rms, Norm::Kind::layer}) {
        test::LayerKind kind = plain_kind();
        kind.head_norm = {norm, false, 0.25F};
        const Layer layer = layer_of(kind, true);
        const Trace trace = Engine(1).compute(layer);
        std::vector<float> plain;
        std::vector<float> without_gain;
        for (Index head = 0; head < H; ++head)
            for (Index i = 0; i < S; ++i) {
                const Matrix Q = trace.array(ArrayId::Q, 0, head);
                double mean = 0;
                for (Index c = 0; c < d_k; ++c)
                    mean += norm == Norm::Kind::layer ? static_cast<double>(Q(i, c)) / d_k : 0;
                double variance = 0;
                for (Index c = 0; c < d_k; ++c)
                    variance += std::pow(static_cast<double>(Q(i, c)) - mean, 2) / d_k;
                for (Index c = 0; c < d_k; ++c) {
                    plain.push_back(Q(i, c));
                    without_gain.push_back(
                        static_cast<float>((static_cast<double>(Q(i, c)) - mean) / std::sqrt(variance + 0.25)));
                }
            }
        EXPECT_THAT(slips_named(layer, {{"Q_normed", NdArray::of({1, H, S, d_k}, std::move(plain))}}),
                    ElementsAre("no-norm-of-heads"));
        EXPECT_THAT(slips_named(layer, {{"Q_normed", NdArray::of({1, H, S, d_k}, std::move(without_gain))}}),
                    ElementsAre("no-gain-of-heads"));
    }
}

} // namespace
} // namespace attn
