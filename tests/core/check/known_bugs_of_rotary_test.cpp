// Bugs in rotary positions and in shared keys, made by loops in double precision.

#include "core/check/check.h"
#include "tests/random_layer.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <functional>
#include <gtest/gtest.h>

namespace attn {
namespace {

Layer rotary_layer(Index group, Rotary rotary = {Rotary::Pairs::halves, 0, 10000}) {
    test::Random random(7);
    test::LayerKind kind;
    kind.sizes.S_q = kind.sizes.S_k = 5;
    kind.sizes.H = 4;
    kind.sizes.queries_per_kv = group;
    kind.rotary = rotary;
    return test::random_layer(random, kind);
}

using Numbers = std::function<double(Index head, Index i, Index c)>;

/// A stage of one item, (1, heads, rows, columns).
NdArray stage_of(Index heads, Index rows, Index columns, const Numbers& numbers) {
    std::vector<float> values;
    for (Index head = 0; head < heads; ++head)
        for (Index i = 0; i < rows; ++i)
            for (Index c = 0; c < columns; ++c)
                values.push_back(static_cast<float>(numbers(head, i, c)));
    return NdArray::of({1, heads, rows, columns}, std::move(values));
}

/// The student's way of rotating.
struct Way {
    bool neighbours = false;
    double base = 10000;
    double first_place = 0;
    double direction = 1;
    Index columns = 4;
};

/// A cell after rotation: pairs of columns as complex numbers, each multiplied by e^(i · angle).
double rotated(const Numbers& from, const Way& way, Index head, Index i, Index c) {
    if (c >= way.columns)
        return from(head, i, c);
    const Index half = way.columns / 2;
    const Index pair = way.neighbours ? c / 2 : c % half;
    const Index first = way.neighbours ? 2 * pair : pair;
    const Index second = way.neighbours ? first + 1 : first + half;
    const double angle = way.direction * (static_cast<double>(i) + way.first_place) *
                         std::pow(way.base, -2.0 * static_cast<double>(pair) / static_cast<double>(way.columns));
    const std::complex<double> point(from(head, i, first), from(head, i, second));
    const std::complex<double> there = point * std::polar(1.0, angle);
    return c == first ? there.real() : there.imag();
}

Numbers numbers_of(const Trace& trace, ArrayId id) {
    return [&trace, id](Index head, Index i, Index c) {
        return static_cast<double>(trace.value({0, id, 0, head * (trace.extent(id).heads == 4 ? 1 : 2), i, c}));
    };
}

bool names(const Layer& layer, const NdArrays& arrays, std::string_view known_bug) {
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    const auto answer = answer_of(arrays, trace, "mine.npz");
    EXPECT_TRUE(answer) << (answer ? "" : answer.error().message);
    const Check found = check(trace, *answer);
    return std::ranges::any_of(found.known_bugs, [&](const FoundSlip& one) { return one.known_bug->id == known_bug; });
}

/// Q and K rotated in the student's ways, and their products.
NdArrays turned_in(const Layer& layer, const Way& of_queries, const Way& of_keys) {
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    const Numbers Q = numbers_of(trace, ArrayId::Q);
    const Numbers K = numbers_of(trace, ArrayId::K);
    const auto query = [&](Index head, Index i, Index c) { return rotated(Q, of_queries, head, i, c); };
    const auto key = [&](Index head, Index i, Index c) { return rotated(K, of_keys, head, i, c); };
    NdArrays arrays;
    arrays["Q_rotated"] = stage_of(4, 5, 4, query);
    arrays["K_rotated"] = stage_of(4, 5, 4, key);
    arrays["scores"] = stage_of(4, 5, 5, [&](Index head, Index i, Index j) {
        double sum = 0;
        for (Index c = 0; c < 4; ++c)
            sum += query(head, i, c) * key(head, j, c);
        return sum;
    });
    return arrays;
}

NdArrays turned_in(const Layer& layer, const Way& way) {
    return turned_in(layer, way, way);
}

TEST(SlipsOfRotary, AreNamedWhateverTheyAre) {
    const Layer layer = rotary_layer(1);
    EXPECT_TRUE(names(layer, turned_in(layer, {.neighbours = true}), "rotary-pairs"));
    EXPECT_TRUE(names(layer, turned_in(layer, {.base = 500000}), "rotary-base"));
    EXPECT_TRUE(names(layer, turned_in(layer, {.first_place = 1}), "rotary-from-one"));
    EXPECT_TRUE(names(layer, turned_in(layer, {.direction = -1}), "rotary-backward"));
    EXPECT_TRUE(names(layer, turned_in(layer, {.direction = 0}), "no-rotary"));
    EXPECT_TRUE(names(layer, turned_in(layer, {.columns = 2}), "rotary-columns"));
    EXPECT_TRUE(names(layer, turned_in(layer, {}, {.first_place = 1}), "rotary-from-one"));
    EXPECT_TRUE(names(layer, turned_in(layer, {}, {.direction = 0}), "no-rotary"));
}

TEST(SlipsOfRotary, AreNamedForNeighboursAndSomeColumnsToo) {
    const Layer neighbours = rotary_layer(1, {Rotary::Pairs::neighbours, 0, 10000});
    EXPECT_TRUE(names(neighbours, turned_in(neighbours, {}), "rotary-pairs"));
    const Layer some = rotary_layer(1, {Rotary::Pairs::halves, 2, 10000});
    EXPECT_TRUE(names(some, turned_in(some, {}), "rotary-columns"));
}

TEST(SlipsOfRotary, OfScoresAloneAreNamed) {
    const Layer layer = rotary_layer(1);
    const NdArrays all = turned_in(layer, {.neighbours = true});
    EXPECT_TRUE(names(layer, {{"scores", all.at("scores")}}, "rotary-pairs"));
    // Scores depend on distances alone: with positions counted from 1 they are the same.
    const NdArrays from_one = turned_in(layer, {.first_place = 1});
    EXPECT_FALSE(names(layer, {{"scores", from_one.at("scores")}}, "rotary-from-one"));
}

TEST(SlipsOfRotary, ARightAnswerIsRight) {
    const Layer layer = rotary_layer(1);
    for (const char* known_bug : {"rotary-pairs", "rotary-base", "rotary-from-one", "rotary-backward", "no-rotary"})
        EXPECT_FALSE(names(layer, turned_in(layer, {}), known_bug));
}

/// The output Σ_j a_ij v_jc with the student's own values.
NdArrays read_in(const Layer& layer,
                 const std::function<double(const Numbers& V, Index head, Index j, Index c)>& value) {
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    const Numbers A = numbers_of(trace, ArrayId::A);
    const Numbers V = numbers_of(trace, ArrayId::V);
    return {{"O", stage_of(4, 5, 4, [&](Index head, Index i, Index c) {
                 double sum = 0;
                 for (Index j = 0; j < 5; ++j)
                     sum += A(head, i, j) * value(V, head, j, c);
                 return sum;
             })}};
}

TEST(SlipsOfRotary, ValuesThatTurnAreNamed) {
    const Layer layer = rotary_layer(1);
    const NdArrays turned_values =
        read_in(layer, [](const Numbers& V, Index head, Index j, Index c) { return rotated(V, Way{}, head, j, c); });
    EXPECT_TRUE(names(layer, turned_values, "rotary-on-V"));
}

TEST(SlipsOfHeads, GroupsThatAreTiledAreNamed) {
    const Layer layer = rotary_layer(2, {});
    // Heads 1 and 2 share the first keys, 3 and 4 the second; the student takes them in turn.
    const NdArrays tiled_values =
        read_in(layer, [](const Numbers& V, Index head, Index j, Index c) { return V(head % 2, j, c); });
    EXPECT_TRUE(names(layer, tiled_values, "groups-tiled"));
    Engine engine(1);
    const Trace& trace = engine.compute(layer);
    const Numbers Q = numbers_of(trace, ArrayId::Q);
    const Numbers K = numbers_of(trace, ArrayId::K);
    const NdArray scores = stage_of(4, 5, 5, [&](Index head, Index i, Index j) {
        double sum = 0;
        for (Index c = 0; c < 4; ++c)
            sum += Q(head, i, c) * K(head % 2, j, c);
        return sum;
    });
    EXPECT_TRUE(names(layer, {{"scores", scores}}, "groups-tiled"));
}

} // namespace
} // namespace attn
