#include "core/explain/einsum.h"

#include "core/engine/engine.h"
#include "core/model/options.h"
#include "tests/random_layer.h"

#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <rapidcheck/gtest.h>

namespace attn {
namespace {

/// The present value of each index letter.
using Places = std::map<char, Index>;

using test::computed;

Index place(const Places& places, char letter) {
    const auto found = places.find(letter);
    return found == places.end() ? 0 : found->second;
}

/// The number of an array at the present values of its letters.
float value(const Trace& trace, const EinsumArray& array, const Places& places) {
    const Sizes& sizes = trace.sizes();
    const auto has = [&](char letter) { return array.letters.find(letter) != std::string::npos; };
    Index head = place(places, 'h');
    if (has('g'))
        head = place(places, 'g') * sizes.queries_per_kv + (has('r') ? place(places, 'r') : 0);
    const char last = array.letters.back();
    const bool is_weight = is_parameter(array.array);
    if (is_weight) {
        // W_Q has the letters d h k, W_O has h v d.
        const char first = array.letters.front() == 'h' ? 'v' : array.letters.front();
        return trace.array(array.array, 0, head)(place(places, first), place(places, last));
    }
    const Index item = place(places, 'b');
    const char row = has('s') ? 's' : 't';
    if (array.array == ArrayId::concat)
        return trace.array(array.array, item, 0)(place(places, 's'), head * sizes.d_v + place(places, 'v'));
    return trace.array(array.array, item, head)(place(places, row), place(places, last));
}

/// Visits all values of the letters, of summed ones or of the others.
template <class Visit>
void for_all(const std::vector<EinsumLetter>& letters, bool summed, Places& places, const Visit& visit,
             std::size_t from = 0) {
    if (from == letters.size()) {
        visit();
        return;
    }
    if (letters[from].is_summed != summed) {
        for_all(letters, summed, places, visit, from + 1);
        return;
    }
    for (Index i = 0; i < letters[from].length; ++i) {
        places[letters[from].letter] = i;
        for_all(letters, summed, places, visit, from + 1);
    }
}

float bias_of(const Trace& trace, ArrayId stage, const Places& places) {
    const std::map<ArrayId, ArrayId> biases{
        {ArrayId::Q, ArrayId::b_Q}, {ArrayId::K, ArrayId::b_K}, {ArrayId::V, ArrayId::b_V}, {ArrayId::Y, ArrayId::b_O}};
    const ArrayId bias = biases.at(stage);
    const bool grouped = places.contains('g');
    const Index head = grouped ? place(places, 'g') * trace.sizes().queries_per_kv : place(places, 'h');
    const char width = stage == ArrayId::Y ? 'd' : stage == ArrayId::V ? 'v' : 'k';
    return parameter(trace.layer(), bias, head)(0, place(places, width));
}

void expect_computes(const Trace& trace, ArrayId stage) {
    const std::optional<Einsum> einsum = einsum_of(trace, stage);
    ASSERT_TRUE(einsum) << array_name(stage);
    Places places;
    for_all(einsum->letters, false, places, [&] {
        double sum = einsum->added.empty() ? 0 : static_cast<double>(bias_of(trace, stage, places));
        double magnitude = 1;
        for_all(einsum->letters, true, places, [&] {
            const double term = static_cast<double>(value(trace, einsum->left, places)) *
                                static_cast<double>(value(trace, einsum->right, places));
            sum += term;
            magnitude += std::abs(term);
        });
        const double expected = einsum->is_logistic ? 1 / (1 + std::exp(-sum)) : sum;
        ASSERT_NEAR(static_cast<double>(value(trace, einsum->result, places)), expected, 1e-5 * magnitude)
            << einsum->subscripts();
    });
}

constexpr std::array products{ArrayId::Q, ArrayId::K,     ArrayId::V, ArrayId::scores,
                              ArrayId::O, ArrayId::parts, ArrayId::Y};

TEST(Einsum, OfEveryProductComputesTheStage) {
    test::Random random(7);
    test::LayerKind kind{.sizes = {.B = 2, .S_q = 3, .S_k = 3, .D = 6, .D_context = 6, .H = 4, .d_k = 2, .d_v = 3}};
    for (const bool biases : {false, true})
        for (const bool cross : {false, true})
            for (const Index group : {1, 2}) {
                kind.biases = biases;
                kind.cross = cross;
                kind.sizes.queries_per_kv = group;
                kind.sizes.S_k = cross ? 5 : 3;
                kind.sizes.D_context = cross ? 4 : 6;
                const Trace trace = computed(test::random_layer(random, kind));
                for (const ArrayId stage : products)
                    expect_computes(trace, stage);
            }
}

TEST(Einsum, OfAGateComputesIt) {
    test::Random random(5);
    test::LayerKind kind{.sizes = {.B = 2, .S_q = 3, .S_k = 3, .D = 6, .D_context = 6, .H = 2, .d_k = 2, .d_v = 3}};
    Layer layer = test::random_layer(random, kind);
    ASSERT_TRUE(set_option(layer, {OptionId::gate, 1}));
    const Trace trace = computed(layer);
    for (const ArrayId stage : {ArrayId::gate, ArrayId::O_gated})
        expect_computes(trace, stage);
    EXPECT_EQ(einsum_of(trace, ArrayId::gate)->in_python("np"),
              R"(gate = 1 / (1 + np.exp(-np.einsum("bsd,dhv->bhsv", X, W_G.reshape(6, 2, 3)))))");
    EXPECT_EQ(einsum_of(trace, ArrayId::O_gated)->subscripts(), "bhsv,bhsv->bhsv");
}

TEST(Einsum, IsWrittenInTheSameLettersEverywhere) {
    test::Random random(1);
    const test::LayerKind kind{
        .sizes = {.B = 1, .S_q = 4, .S_k = 4, .D = 8, .D_context = 8, .H = 2, .d_k = 3, .d_v = 5}};
    const Trace trace = computed(test::random_layer(random, kind));
    EXPECT_EQ(einsum_of(trace, ArrayId::Q)->subscripts(), "bsd,dhk->bhsk");
    EXPECT_EQ(einsum_of(trace, ArrayId::K)->subscripts(), "btd,dhk->bhtk");
    EXPECT_EQ(einsum_of(trace, ArrayId::V)->subscripts(), "btd,dhv->bhtv");
    EXPECT_EQ(einsum_of(trace, ArrayId::scores)->subscripts(), "bhsk,bhtk->bhst");
    EXPECT_EQ(einsum_of(trace, ArrayId::O)->subscripts(), "bhst,bhtv->bhsv");
    EXPECT_EQ(einsum_of(trace, ArrayId::parts)->subscripts(), "bhsv,hvd->bhsd");
    EXPECT_EQ(einsum_of(trace, ArrayId::Y)->subscripts(), "bshv,hvd->bsd");
    EXPECT_FALSE(einsum_of(trace, ArrayId::A));
}

TEST(Einsum, IsWrittenInPythonFromTheArraysOfATrace) {
    test::Random random(1);
    test::LayerKind kind{.sizes = {.B = 2, .S_q = 4, .S_k = 4, .D = 8, .D_context = 8, .H = 2, .d_k = 3, .d_v = 5}};
    const Trace plain = computed(test::random_layer(random, kind));
    EXPECT_EQ(einsum_of(plain, ArrayId::Q)->in_python("np"),
              R"(Q = np.einsum("bsd,dhk->bhsk", X, W_Q.reshape(8, 2, 3)))");
    EXPECT_EQ(einsum_of(plain, ArrayId::scores)->in_python("torch"),
              R"(scores = torch.einsum("bhsk,bhtk->bhst", Q, K))");
    EXPECT_EQ(einsum_of(plain, ArrayId::Y)->in_python("np"),
              R"(Y = np.einsum("bshv,hvd->bsd", concat.reshape(2, 4, 2, 5), W_O.reshape(2, 5, 8)))");
    kind.biases = true;
    const Trace biased = computed(test::random_layer(random, kind));
    EXPECT_EQ(einsum_of(biased, ArrayId::V)->in_python("np"),
              R"(V = np.einsum("btd,dhv->bhtv", X, W_V.reshape(8, 2, 5)) + b_V.reshape(2, 1, 5))");
    EXPECT_EQ(einsum_of(biased, ArrayId::Y)->added, "b_O");
    kind.biases = false;
    kind.sizes.queries_per_kv = 2;
    const Trace grouped = computed(test::random_layer(random, kind));
    EXPECT_EQ(einsum_of(grouped, ArrayId::scores)->in_python("np"),
              R"(scores = np.einsum("bgrsk,bgtk->bgrst", Q.reshape(2, 1, 2, 4, 3), K).reshape(2, 2, 4, 4))");
}

} // namespace
} // namespace attn
