// The time of `check` to name a bug, or to find that no bug explains an answer, with 1024 tokens: attention-bench
// --benchmark_filter=check/

#include "core/check/check.h"

#include "core/engine/engine.h"
#include "core/model/arrays.h"

#include <benchmark/benchmark.h>
#include <cmath>
#include <random>
#include <string>

namespace attn {
namespace {

Matrix normal_numbers(std::mt19937& random, Index rows, Index columns, float deviation) {
    std::normal_distribution<float> normal(0, deviation);
    std::vector<float> values(static_cast<std::size_t>(rows * columns));
    for (float& value : values)
        value = normal(random);
    return Matrix::adopt(std::move(values), rows, columns);
}

/// A causal layer of 12 heads with X given.
Layer layer_to_check(Index tokens, Index width) {
    constexpr Index heads = 12;
    std::mt19937 random(1);
    const auto weight = [&](Index rows, Index columns) {
        return normal_numbers(random, rows, columns, 1 / std::sqrt(static_cast<float>(width)));
    };
    Layer layer;
    layer.sequence.items.assign(1, std::vector<std::string>(static_cast<std::size_t>(tokens)));
    layer.given[{0, ArrayId::X, 0, 0}] = normal_numbers(random, tokens, width, 1);
    for (Index head = 0; head < heads; ++head) {
        HeadWeights weights;
        weights.W_Q = weight(width, width / heads);
        weights.W_K = weight(width, width / heads);
        weights.W_V = weight(width, width / heads);
        weights.W_O = weight(width / heads, width);
        weights.b_Q = weights.b_K = weights.b_V = weight(1, width / heads);
        layer.heads.push_back(std::move(weights));
    }
    layer.b_O = weight(1, width);
    layer.mask.causal = true;
    return layer;
}

AnsweredStage stage_of(const Trace& trace, ArrayId stage) {
    AnsweredStage answered;
    answered.stage = stage;
    answered.extent = trace.extent(stage);
    for (const Address slot : trace.slots(stage))
        answered.slots.push_back(trace.matrix(slot));
    return answered;
}

enum class Wrong : std::uint8_t { noise, no_scale, no_mask, keys_from_W_V };

Layer with_bug(Layer layer, Wrong wrong) {
    if (wrong == Wrong::no_scale)
        layer.scale.kind = Scale::Kind::one;
    if (wrong == Wrong::no_mask)
        layer.mask = {};
    if (wrong == Wrong::keys_from_W_V)
        for (HeadWeights& head : layer.heads)
            head.W_K = head.W_V;
    return layer;
}

/// Checks an answer with nothing but this stage, so that most bugs have to be tried.
void check_stage(benchmark::State& state, ArrayId stage, Wrong wrong, Index width) {
    const Layer layer = layer_to_check(1024, width);
    Engine engine;
    const Trace& trace = engine.compute(layer);
    Engine of_student;
    Answer answer;
    answer.stages.push_back(stage_of(of_student.compute(with_bug(layer, wrong)), stage));
    std::mt19937 random(2);
    if (wrong == Wrong::noise)
        for (Matrix& matrix : answer.stages.front().slots)
            matrix = normal_numbers(random, matrix.rows(), matrix.columns(), 1);
    for (auto _ : state) {
        const Check found = check(trace, answer);
        if (found.known_bugs.empty() != (wrong == Wrong::noise))
            state.SkipWithError("another bug than the one that was made");
        state.counters["whole"] = static_cast<double>(found.tried_whole);
    }
}

[[maybe_unused]] const bool checks_are_registered = [] {
    const std::pair<const char*, Wrong> bugs[] = {{"noise", Wrong::noise},
                                                  {"no-scale", Wrong::no_scale},
                                                  {"no-mask", Wrong::no_mask},
                                                  {"K-as-V", Wrong::keys_from_W_V}};
    for (const Index width : {Index{192}, Index{768}})
        for (const auto& [name, wrong] : bugs)
            for (const ArrayId stage : {ArrayId::A, ArrayId::Y})
                benchmark::RegisterBenchmark(
                    ("check/" + std::string(name) + "/" + std::string(array_name(stage)) + "/1024/" +
                     std::to_string(width) + "/12")
                        .c_str(),
                    [=, wrong = wrong](benchmark::State& state) { check_stage(state, stage, wrong, width); })
                    ->Unit(benchmark::kMillisecond)
                    ->Iterations(1)
                    ->UseRealTime();
    return true;
}();

} // namespace
} // namespace attn
