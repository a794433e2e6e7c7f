// The time for a layer: whole, after one edit, and for its products alone, by the program and by Eigen as the program
// compiles it. Compare within one run: attention-bench --benchmark_filter=1/128/768/12

#include "core/engine/engine.h"
#include "core/model/arrays.h"
#include "core/tensor/buffer.h"
#include "core/tensor/eigen.h"
#include "core/tensor/products.h"

#include <array>
#include <benchmark/benchmark.h>
#include <cmath>
#include <fmt/core.h>
#include <random>

namespace attn {
namespace {

struct Size {
    Index B, S, D, H;
};

constexpr std::array<Size, 7> sizes{{{1, 8, 16, 2},
                                     {1, 32, 64, 4},
                                     {1, 128, 256, 8},
                                     {1, 128, 768, 12},
                                     {1, 512, 512, 8},
                                     {1, 1024, 768, 12},
                                     {4, 256, 512, 8}}};

Matrix drawn(std::mt19937& random, Index rows, Index columns) {
    std::normal_distribution<float> normal(0, 1 / std::sqrt(static_cast<float>(rows)));
    std::vector<float> values(static_cast<std::size_t>(rows * columns));
    for (float& value : values)
        value = normal(random);
    return Matrix::adopt(std::move(values), rows, columns);
}

/// A causal layer with X given, in which each head has its own matrices.
Layer layer_of(const Size& size) {
    std::mt19937 random(1);
    const Index width = size.D / size.H;
    Layer layer;
    layer.sequence.items.assign(static_cast<std::size_t>(size.B),
                                std::vector<std::string>(static_cast<std::size_t>(size.S)));
    for (Index item = 0; item < size.B; ++item)
        layer.given[{0, ArrayId::X, item, 0}] = drawn(random, size.S, size.D);
    for (Index head = 0; head < size.H; ++head) {
        HeadWeights weights;
        weights.W_Q = drawn(random, size.D, width);
        weights.W_K = drawn(random, size.D, width);
        weights.W_V = drawn(random, size.D, width);
        weights.W_O = drawn(random, width, size.D);
        weights.b_Q = weights.b_K = weights.b_V = drawn(random, 1, width);
        layer.heads.push_back(std::move(weights));
    }
    layer.b_O = drawn(random, 1, size.D);
    layer.mask.causal = true;
    return layer;
}

void eigen_product(const ConstView& left, const ConstView& right, const View& result) {
    eigen(result).noalias() = eigen(left) * eigen(right);
}

void eigen_product_with_transposed(const ConstView& left, const ConstView& right, const View& result) {
    eigen(result).noalias() = eigen(left) * eigen(right).transpose();
}

/// Computes every stored stage anew: the input differs each time.
void forward(benchmark::State& state, const Size& size, unsigned threads) {
    Layer layer = layer_of(size);
    const auto first = layer.given;
    auto second = layer.given;
    std::mt19937 random(2);
    for (auto& [slot, matrix] : second)
        matrix = drawn(random, size.S, size.D);
    Engine engine(threads);
    engine.compute(layer);
    for (auto _ : state) {
        layer.given = layer.given.begin()->second.is_same_as(first.begin()->second) ? second : first;
        benchmark::DoNotOptimize(engine.compute(layer).sizes());
    }
}

void edit_wq_cell(benchmark::State& state, const Size& size, unsigned threads) {
    Layer layer = layer_of(size);
    Engine engine(threads);
    engine.compute(layer);
    float value = 0;
    for (auto _ : state) {
        value += 0.01F;
        auto& weights = layer.heads[static_cast<std::size_t>(size.H / 2)].W_Q;
        weights = weights.with_cell(size.D / 2, 1, value);
        benchmark::DoNotOptimize(engine.compute(layer).sizes());
    }
}

void edit_x_cell(benchmark::State& state, const Size& size, unsigned threads) {
    Layer layer = layer_of(size);
    Engine engine(threads);
    engine.compute(layer);
    float value = 0;
    for (auto _ : state) {
        value += 0.01F;
        Matrix& X = layer.given[{0, ArrayId::X, size.B / 2, 0}];
        X = X.with_cell(size.S / 2, 1, value);
        benchmark::DoNotOptimize(engine.compute(layer).sizes());
    }
}

/// Pins one score, as when it is dragged.
void edit_score_cell(benchmark::State& state, const Size& size, unsigned threads) {
    Layer layer = layer_of(size);
    Engine engine(threads);
    engine.compute(layer);
    float& pin = layer.pins[{0, ArrayId::scores, size.B / 2, size.H / 2, size.S / 2, 1}];
    for (auto _ : state) {
        pin += 0.01F;
        benchmark::DoNotOptimize(engine.compute(layer).sizes());
    }
}

/// The products of one head, with the matrices that they read and write.
struct BareHead {
    Matrix W_Q, W_K, W_V, W_O;
    Buffer Q, K, V, scores, O, part;

    BareHead(std::mt19937& random, Index S, Index D, Index width)
        : W_Q(drawn(random, D, width)), W_K(drawn(random, D, width)), W_V(drawn(random, D, width)),
          W_O(drawn(random, width, D)), Q({S, width}), K({S, width}), V({S, width}), scores({S, S}), O({S, width}),
          part({S, D}) {}
};

/// Computes the matrix products of the layer and nothing else: Q, K, V, scores, A V and the output's part of each head,
/// with as many matrices as the layer has, by the program or by Eigen.
void products(benchmark::State& state, const Size& size, decltype(product)* times,
              decltype(product_with_transposed)* times_transposed) {
    std::mt19937 random(1);
    const Matrix X = drawn(random, size.S, size.D);
    std::vector<BareHead> heads;
    for (Index slot = 0; slot < size.B * size.H; ++slot)
        heads.emplace_back(random, size.S, size.D, size.D / size.H);
    for (auto _ : state)
        for (BareHead& head : heads) {
            times(X, head.W_Q, head.Q.view());
            times(X, head.W_K, head.K.view());
            times(X, head.W_V, head.V.view());
            times_transposed(head.Q.view(), head.K.view(), head.scores.view());
            times(head.scores.view(), head.V.view(), head.O.view());
            times(head.O.view(), head.W_O, head.part.view());
        }
    const auto count = [](Index number) { return static_cast<double>(number); };
    state.counters["FLOP/s"] = benchmark::Counter(
        count(size.B) * count(size.S) * (8 * count(size.D) * count(size.D) + 4 * count(size.S) * count(size.D)),
        benchmark::Counter::kIsIterationInvariantRate);
}

std::string name_of(const char* what, const Size& size) {
    return fmt::format("{}/{}/{}/{}/{}", what, size.B, size.S, size.D, size.H);
}

const bool registered = [] {
    for (const Size& size : sizes) {
        benchmark::RegisterBenchmark(name_of("products", size).c_str(), products, size, product,
                                     product_with_transposed)
            ->Unit(benchmark::kMillisecond);
        benchmark::RegisterBenchmark(name_of("eigen_products", size).c_str(), products, size, eigen_product,
                                     eigen_product_with_transposed)
            ->Unit(benchmark::kMillisecond);
        for (const unsigned threads : {1U, 2U}) {
            const auto add = [&](const char* what, void (*run)(benchmark::State&, const Size&, unsigned)) {
                benchmark::RegisterBenchmark(fmt::format("{}/threads:{}", name_of(what, size), threads).c_str(), run,
                                             size, threads)
                    ->Unit(benchmark::kMillisecond)
                    ->UseRealTime();
            };
            add("forward", forward);
            add("edit_wq_cell", edit_wq_cell);
            add("edit_x_cell", edit_x_cell);
            add("edit_score_cell", edit_score_cell);
        }
    }
    return true;
}();

} // namespace
} // namespace attn
