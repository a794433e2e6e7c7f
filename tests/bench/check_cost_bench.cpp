// The cost of checking a wrong answer, with 1024 tokens of width 2048 and with 2048 of 4096: seconds, processor seconds
// and memory, each as a multiple of those for a right answer of the same array to the same layer. Each runs in a
// process of its own, since memory belongs to a process. attention-bench --benchmark_filter=check-cost/

#include "core/check/check.h"
#include "core/check/trial.h"

#include "core/engine/engine.h"
#include "core/model/limits.h"

#include <array>
#include <benchmark/benchmark.h>
#include <chrono>
#include <cmath>
#include <compare>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fmt/core.h>
#include <functional>
#include <map>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tuple>
#include <unistd.h>
#include <vector>

namespace attn {
namespace {

constexpr Index head_width = 128;

/// The number of tokens, and the width of the layer.
struct Size {
    Index tokens = 0;
    Index width = 0;
    auto operator<=>(const Size&) const = default;
    Index heads() const { return width / head_width; }
};
constexpr std::array sizes{Size{1024, 2048}, Size{2048, 4096}};

/// Uniform numbers between −largest and largest, from a fast generator (splitmix64), since many are needed.
class Draws {
public:
    explicit Draws(std::uint64_t seed) : state_(seed) {}

    Matrix operator()(Index rows, Index columns, float largest) {
        std::vector<float> values(static_cast<std::size_t>(rows * columns));
        for (float& value : values)
            value = largest * (static_cast<float>(next() >> 40U) * 0x1p-23F - 1);
        return Matrix::adopt(std::move(values), rows, columns);
    }

private:
    std::uint64_t next() {
        std::uint64_t bits = state_ += 0x9e3779b97f4a7c15U;
        bits = (bits ^ (bits >> 30U)) * 0xbf58476d1ce4e5b9U;
        bits = (bits ^ (bits >> 27U)) * 0x94d049bb133111ebU;
        return bits ^ (bits >> 31U);
    }
    std::uint64_t state_;
};

/// The kind of layer, beside weights, X and a causal mask. `no_mask` lets every token read all others.
enum class Kind : std::uint8_t { plain, no_mask, alibi, modern };
constexpr std::array kind_names{"plain", "no-mask", "alibi", "modern"};

Layer layer_of(Kind kind, const Size& size) {
    const auto [tokens, width] = size;
    const float deviation = 1.7F / std::sqrt(static_cast<float>(width));
    constexpr Index d = head_width;
    Draws draw(1);
    Layer layer;
    layer.sequence.items.assign(1, std::vector<std::string>(static_cast<std::size_t>(tokens)));
    layer.mask.causal = kind != Kind::no_mask;
    for (Index head = 0; head < size.heads(); ++head) {
        HeadWeights weights;
        for (Matrix* const matrix : {&weights.W_Q, &weights.W_K, &weights.W_V})
            *matrix = draw(width, d, deviation);
        weights.W_O = draw(d, width, deviation);
        for (Matrix* const bias : {&weights.b_Q, &weights.b_K, &weights.b_V})
            *bias = draw(1, d, 0.1F);
        if (kind == Kind::modern) {
            weights.W_G = draw(width, d, deviation);
            weights.Q_norm_gain = draw(1, d, 2);
            weights.K_norm_gain = draw(1, d, 2);
        }
        layer.heads.push_back(std::move(weights));
    }
    layer.b_O = draw(1, width, 0.1F);
    layer.alibi = kind == Kind::alibi;
    layer.given[{0, kind == Kind::modern ? ArrayId::resid_pre : ArrayId::X, 0, 0}] = draw(tokens, width, 1.7F);
    if (kind == Kind::modern) {
        layer.norm = {Norm::Kind::rms, draw(1, width, 2), {}, 1e-5F};
        layer.head_norm = {Norm::Kind::rms, false, 1e-6F};
        layer.rotary.pairs = Rotary::Pairs::halves;
        layer.mask.window = tokens / 2;
        layer.soft_cap = 20;
    }
    return layer;
}

/// A wrong answer: the bug, and the array that is given.
struct Wrong {
    std::string_view name;
    void (*slip)(Layer&); ///< nullptr: the answer is right
    ArrayId given;
    bool in_float16 = false;
};

void from_other_weights(Layer& layer) {
    Draws draw(2);
    for (HeadWeights& head : layer.heads)
        head.W_Q = draw(head.W_Q.rows(), head_width, 0.01F);
}

void take_other_mask(Layer& layer) {
    const bool was_causal = layer.mask.causal;
    layer.mask = {};
    layer.mask.causal = !was_causal;
}

constexpr std::array wrongs{
    Wrong{"right/Y", nullptr, ArrayId::Y},
    Wrong{"no-scale/Y", [](Layer& layer) { layer.scale.kind = Scale::Kind::one; }, ArrayId::Y},
    Wrong{"other-mask/Y", take_other_mask, ArrayId::Y},
    Wrong{"K-as-V/Y",
          [](Layer& layer) {
              for (HeadWeights& head : layer.heads)
                  head.W_K = head.W_V;
          },
          ArrayId::Y},
    Wrong{"unknown/Y", from_other_weights, ArrayId::Y},
    Wrong{"unknown/A", from_other_weights, ArrayId::A},
    Wrong{"no-scale/A", [](Layer& layer) { layer.scale.kind = Scale::Kind::one; }, ArrayId::A},
    Wrong{"float16/Y", nullptr, ArrayId::Y, true},
    Wrong{"right/A", nullptr, ArrayId::A},
};

/// Numbers that a child process shares with its parent.
class SharedNumbers {
public:
    explicit SharedNumbers(std::size_t count)
        : bytes_(count * sizeof(float)),
          numbers_(
              static_cast<float*>(mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
        if (numbers_ == MAP_FAILED)
            std::abort();
    }
    SharedNumbers(const SharedNumbers&) = delete;
    SharedNumbers& operator=(const SharedNumbers&) = delete;
    ~SharedNumbers() { munmap(numbers_, bytes_); }
    float* data() { return numbers_; }

private:
    std::size_t bytes_;
    float* numbers_;
};

rusage spent_by_child(const std::function<void()>& work) {
    const pid_t child = fork();
    if (child == 0) {
        work();
        _exit(0);
    }
    int status = 0;
    rusage usage{};
    if (child < 0 || wait4(child, &status, 0, &usage) < 0 || status != 0)
        std::abort();
    return usage;
}

float as_float16(float value) {
    const float unit = value == 0 ? 1 : std::ldexp(1.0F, std::max(std::ilogb(value), -14) - 10);
    return std::nearbyint(value / unit) * unit;
}

struct Cost {
    double seconds = 0;
    double processor = 0;
    double bytes = 0;
    double whole = 0;
};

double processor_seconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

Cost cost_of(Kind kind, const Size& size, const Wrong& wrong) {
    const Index of_shares = size.heads() * size.tokens * size.tokens;
    const Index count = wrong.given == ArrayId::A ? of_shares : size.tokens * size.width;
    SharedNumbers answered(static_cast<std::size_t>(count));
    spent_by_child([&] {
        Layer layer = layer_of(kind, size);
        if (wrong.slip != nullptr)
            wrong.slip(layer);
        Engine engine;
        const Trace& trace = engine.compute(layer);
        float* to = answered.data();
        for (const Address slot : trace.slots(wrong.given)) {
            const Matrix matrix = trace.compute_uncached(slot);
            for (Index i = 0; i < matrix.rows(); ++i)
                for (const float value : matrix.row(i))
                    *to++ = wrong.in_float16 ? as_float16(value) : value;
        }
    });
    SharedNumbers results(3);
    const rusage usage = spent_by_child([&] {
        const Layer layer = layer_of(kind, size);
        const double processor_before = processor_seconds();
        const auto start = std::chrono::steady_clock::now();
        return_freed_memory_at_once();
        Engine engine(0, 2e6, array_limit / 2); // as the command sets it
        const Trace& trace = engine.compute(layer);
        Answer answer;
        AnsweredStage stage;
        stage.stage = wrong.given;
        stage.stored = wrong.in_float16 ? DataType::float16 : DataType::float32;
        stage.extent = trace.extent(wrong.given);
        const Shape shape = shape_of(trace.sizes(), wrong.given);
        const float* from = answered.data();
        for ([[maybe_unused]] const Address slot : trace.slots(wrong.given)) {
            stage.slots.push_back(Matrix(nullptr, ConstView{from, shape.rows, shape.columns, shape.columns}));
            from += shape.rows * shape.columns;
        }
        answer.stages.push_back(std::move(stage));
        const Check found = check(trace, answer);
        results.data()[0] = std::chrono::duration<float>(std::chrono::steady_clock::now() - start).count();
        results.data()[1] = static_cast<float>(processor_seconds() - processor_before);
        results.data()[2] = static_cast<float>(found.tried_whole);
        fmt::print("{}: {}\n", wrong.name,
                   found.agrees()             ? "agrees"
                   : found.known_bugs.empty() ? "unknown"
                                              : found.known_bugs.front().known_bug->id);
        std::fflush(stdout);
    });
    return {static_cast<double>(results.data()[0]), static_cast<double>(results.data()[1]),
            static_cast<double>(usage.ru_maxrss) * 1024, static_cast<double>(results.data()[2])};
}

/// The cost of checking a right answer with the same array, to which other costs are compared.
const Cost& cost_of_right(Kind kind, const Size& size, ArrayId given) {
    static std::map<std::tuple<Kind, Size, ArrayId>, Cost> known;
    const auto found = known.find({kind, size, given});
    return found != known.end()
               ? found->second
               : known.emplace(std::tuple(kind, size, given), cost_of(kind, size, {"right", nullptr, given}))
                     .first->second;
}

void check_cost(benchmark::State& state, Kind kind, const Size& size, const Wrong& wrong) {
    const Cost& right = cost_of_right(kind, size, wrong.given);
    for (auto _ : state) {
        const Cost cost = cost_of(kind, size, wrong);
        state.SetIterationTime(cost.seconds);
        state.counters["times"] = cost.seconds / right.seconds;
        state.counters["processor"] = cost.processor / right.processor;
        state.counters["memory"] = cost.bytes / right.bytes;
        state.counters["GB"] = cost.bytes * 1e-9;
        state.counters["whole"] = cost.whole;
    }
}

[[maybe_unused]] const bool costs_are_registered = [] {
    for (const Size& size : sizes)
        for (const Kind kind : {Kind::plain, Kind::no_mask, Kind::alibi, Kind::modern})
            for (const Wrong& wrong : wrongs)
                benchmark::RegisterBenchmark(fmt::format("check-cost/{}/{}/{}/{}",
                                                         kind_names.at(static_cast<std::size_t>(kind)), wrong.name,
                                                         size.tokens, size.width)
                                                 .c_str(),
                                             [=](benchmark::State& state) { check_cost(state, kind, size, wrong); })
                    ->Unit(benchmark::kSecond)
                    ->Iterations(1)
                    ->UseManualTime();
    return true;
}();

} // namespace
} // namespace attn
