// A forward that can reuse the storage of earlier ones allocates nothing.

#include "core/engine/engine.h"
#include "tests/faults/failing_allocation.h"
#include "tests/random_layer.h"

#include <array>
#include <cassert>
#include <gtest/gtest.h>
#include <optional>

namespace attn::test {
namespace {

/// The reader of traces while the engine goes on: none, or one that replaces its trace by each new one, as the window
/// does.
enum class Reader : bool { none, window };

/// The allocations of the engine's assertion that the layer is valid.
std::int64_t allocations_of_assertion(const Layer& layer) {
    const std::int64_t before = allocations_so_far();
    assert(validate(layer));
    static_cast<void>(layer);
    return allocations_so_far() - before;
}

/// The allocations of an engine that computes two layers in turn, after it has seen each a few times.
std::int64_t allocations_when_warm(const std::array<Layer, 2>& layers, unsigned threads, Reader reader) {
    constexpr int warming = 6;
    constexpr int rounds = 12;
    Engine engine(threads, 0);
    std::optional<Trace> read;
    std::int64_t made = 0;
    for (int round = 0; round < rounds; ++round) {
        const Layer& layer = layers.at(static_cast<std::size_t>(round) % 2);
        const std::int64_t asserted = allocations_of_assertion(layer);
        const std::int64_t before = allocations_so_far();
        const Trace& trace = engine.compute(layer);
        if (round >= warming)
            made += allocations_so_far() - before - asserted;
        if (reader == Reader::window)
            read = trace;
    }
    return made;
}

/// A layer with most features, and another of the same structure; X from words or given.
std::array<Layer, 2> layer_and_other(Random& random, bool given_X) {
    LayerKind kind;
    kind.sizes = {
        .B = 2, .S_q = 7, .S_k = 7, .D = 12, .D_context = 12, .H = 4, .d_k = 3, .d_v = 3, .queries_per_kv = 2};
    kind.biases = kind.norm = kind.alibi = kind.gate = true;
    kind.given_X = given_X;
    Layer layer = random_layer(random, kind);
    layer.mask.causal = true;
    layer.pins[{0, ArrayId::A, 0, 1, 2, 1}] = 0.5F;
    return {layer, layer};
}

void expect_none(const std::array<Layer, 2>& layers, const char* what) {
    for (const unsigned threads : {1U, 3U})
        for (const Reader reader : {Reader::none, Reader::window})
            EXPECT_EQ(allocations_when_warm(layers, threads, reader), 0)
                << what << ", " << threads << " threads" << (reader == Reader::window ? ", read by a window" : "");
}

TEST(WarmForward, OfAnotherInputAllocatesNothing) {
    Random random(1);
    auto layers = layer_and_other(random, true);
    for (Index item = 0; item < 2; ++item)
        layers[1].given[{0, ArrayId::X, item, 0}] = random_matrix(random, 7, 12);
    expect_none(layers, "X");
}

TEST(WarmForward, OfAnotherWordAllocatesNothing) {
    Random random(2);
    auto layers = layer_and_other(random, false);
    auto& words = layers[1].sequence.items.front();
    words[2] = words[2] == "word1" ? "word2" : "word1";
    expect_none(layers, "a word");
}

TEST(WarmForward, AfterAnEditOfAWeightOrAPinAllocatesNothing) {
    Random random(3);
    auto layers = layer_and_other(random, false);
    layers[1].heads[2].W_Q = layers[1].heads[2].W_Q.with_cell(3, 1, 2);
    expect_none(layers, "W_Q");
    layers[1] = layers[0];
    layers[1].pins.begin()->second = 0.25F;
    expect_none(layers, "a pin");
}

} // namespace
} // namespace attn::test
