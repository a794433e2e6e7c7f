// How long a layer takes: whole, after one edit, and its bare products.
// Compare within one run: attention-bench --benchmark_filter=1/128/768/12

#include "core/attention/engine.h"
#include "core/attention/stages.h"

#include <Eigen/Core>
#include <array>
#include <benchmark/benchmark.h>
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

/// X given, causal; each head has matrices of its own.
Layer layer_of(const Size& size) {
    std::mt19937 random(1);
    const Index width = size.D / size.H;
    Layer layer;
    layer.sequence.items.assign(static_cast<std::size_t>(size.B),
                                std::vector<std::string>(static_cast<std::size_t>(size.S)));
    for (Index item = 0; item < size.B; ++item)
        layer.given[{StageId::X, item, 0}] = drawn(random, size.S, size.D);
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

/// Every stage that is kept, recomputed: the input differs each time.
void forward(benchmark::State& state, const Size& size, unsigned threads) {
    Layer layer = layer_of(size);
    const auto first = layer.given;
    auto second = layer.given;
    for (auto& [slot, matrix] : second)
        matrix = Matrix::copy_of(matrix);
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
        Matrix& X = layer.given[{StageId::X, size.B / 2, 0}];
        X = X.with_cell(size.S / 2, 1, value);
        benchmark::DoNotOptimize(engine.compute(layer).sizes());
    }
}

/// The matrix products of the layer and nothing else, as one would write them with Eigen: each head's Q, K, V, scores
/// and A V, then its part of the output.
void products(benchmark::State& state, const Size& size) {
    using Numbers = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    const Index width = size.D / size.H;
    const Numbers X = Numbers::Random(size.S, size.D);
    const Numbers W = Numbers::Random(size.D, width);
    const Numbers W_O = Numbers::Random(width, size.D);
    Numbers Q(size.S, width), K(size.S, width), V(size.S, width), O(size.S, width);
    std::vector<Numbers> scores(static_cast<std::size_t>(size.B * size.H), Numbers(size.S, size.S));
    std::vector<Numbers> parts(static_cast<std::size_t>(size.B * size.H), Numbers(size.S, size.D));
    for (auto _ : state)
        for (std::size_t slot = 0; slot < scores.size(); ++slot) {
            Q.noalias() = X * W;
            K.noalias() = X * W;
            V.noalias() = X * W;
            scores[slot].noalias() = Q * K.transpose();
            O.noalias() = scores[slot] * V;
            parts[slot].noalias() = O * W_O;
            benchmark::DoNotOptimize(parts[slot].data());
        }
}

std::string name_of(const char* what, const Size& size) {
    return fmt::format("{}/{}/{}/{}/{}", what, size.B, size.S, size.D, size.H);
}

const bool registered = [] {
    for (const Size& size : sizes) {
        benchmark::RegisterBenchmark(name_of("products", size).c_str(), products, size)->Unit(benchmark::kMillisecond);
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
        }
    }
    return true;
}();

} // namespace
} // namespace attn
