// A layer's products by Eigen, compiled for this machine alone, for comparison with the program's product. It is an
// executable of its own, since the program's Eigen is compiled for any machine, and a linker takes either of two
// definitions of a template.

#include <Eigen/Core>
#include <benchmark/benchmark.h>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

struct Size {
    Eigen::Index B = 0, S = 0, D = 0, H = 0;
};

constexpr Size sizes[] = {{1, 8, 16, 2},    {1, 32, 64, 4},     {1, 128, 256, 8}, {1, 128, 768, 12},
                          {1, 512, 512, 8}, {1, 1024, 768, 12}, {4, 256, 512, 8}};

Matrix drawn(std::mt19937& random, Eigen::Index rows, Eigen::Index columns) {
    std::normal_distribution<float> normal(0, 1 / std::sqrt(static_cast<float>(rows)));
    return Matrix::NullaryExpr(rows, columns, [&] { return normal(random); });
}

/// The matrices that one head reads and writes.
struct Head {
    Matrix W_Q, W_K, W_V, W_O; // D x D/H each, W_O the other way
    Matrix Q, K, V, scores, O, part;

    Head(std::mt19937& random, const Size& size)
        : W_Q(drawn(random, size.D, size.D / size.H)), W_K(drawn(random, size.D, size.D / size.H)),
          W_V(drawn(random, size.D, size.D / size.H)), W_O(drawn(random, size.D / size.H, size.D)),
          Q(size.S, size.D / size.H), K(Q), V(Q), scores(size.S, size.S), O(Q), part(size.S, size.D) {}
};

void products(benchmark::State& state, const Size& size) {
    std::mt19937 random(1);
    const Matrix X = drawn(random, size.S, size.D);
    std::vector<Head> heads;
    for (Eigen::Index slot = 0; slot < size.B * size.H; ++slot)
        heads.emplace_back(random, size);
    for ([[maybe_unused]] auto turn : state)
        for (Head& head : heads) {
            head.Q.noalias() = X * head.W_Q;
            head.K.noalias() = X * head.W_K;
            head.V.noalias() = X * head.W_V;
            head.scores.noalias() = head.Q * head.K.transpose();
            head.O.noalias() = head.scores * head.V;
            head.part.noalias() = head.O * head.W_O;
            benchmark::ClobberMemory();
        }
}

const bool registered = [] {
    for (const Size& size : sizes) {
        const std::string name = "native_eigen/" + std::to_string(size.B) + "/" + std::to_string(size.S) + "/" +
                                 std::to_string(size.D) + "/" + std::to_string(size.H);
        benchmark::RegisterBenchmark(name.c_str(), products, size)->Unit(benchmark::kMillisecond);
    }
    return true;
}();

} // namespace
