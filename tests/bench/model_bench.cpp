// A whole model of GPT-2 small's size with random weights: the time from opening it to its next word, from an edit in
// its middle to its next word, and the memory of a long text beside the weights: attention-bench
// --benchmark_filter=model

#include "core/document/sources/next_words.h"
#include "core/files/file.h"
#include "core/files/safetensors.h"
#include "core/model/stream.h"
#include "tests/temporary_folder.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <fstream>
#include <malloc.h>
#include <memory>
#include <random>
#include <string>

namespace attn {
namespace {

constexpr Index layers = 12;
constexpr Index heads = 12;
constexpr Index width = 768;
constexpr Index inner_width = 3072;
constexpr Index vocabulary = 50257;
constexpr Index places = 1024;

/// The bytes of memory that the process has now ("RssAnon:", without files), or had at most ("VmHWM:").
double memory(const std::string& wanted) {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == wanted && status >> kilobytes)
            return kilobytes * 1024;
    return 0;
}

/// Resets the largest memory of the process.
void count_memory_anew() {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << "5";
}

/// A folder with the model, written once.
struct RandomModel {
    RandomModel() {
        std::mt19937_64 random(1);
        std::uniform_real_distribution<float> number(-0.05F, 0.05F);
        NdArrays arrays;
        const auto add = [&](const std::string& name, std::vector<Index> shape, float about = 0) {
            std::size_t count = 1;
            for (const Index length : shape)
                count *= static_cast<std::size_t>(length);
            std::vector<float> values(count);
            for (float& value : values)
                value = about + number(random);
            bytes += static_cast<double>(count * sizeof(float));
            arrays.emplace(name, NdArray::of(std::move(shape), std::move(values)));
        };
        const auto add_module = [&](const std::string& name, Index inputs, Index outputs) {
            add(name + ".weight", {inputs, outputs});
            add(name + ".bias", {outputs});
        };
        const auto add_norm = [&](const std::string& name) {
            add(name + ".weight", {width}, 1);
            add(name + ".bias", {width});
        };
        add("wte.weight", {vocabulary, width});
        add("wpe.weight", {places, width});
        add_norm("ln_f");
        for (Index layer = 0; layer < layers; ++layer) {
            const std::string block = fmt::format("h.{}.", layer);
            add_norm(block + "ln_1");
            add_module(block + "attn.c_attn", width, 3 * width);
            add_module(block + "attn.c_proj", width, width);
            add_norm(block + "ln_2");
            add_module(block + "mlp.c_fc", width, inner_width);
            add_module(block + "mlp.c_proj", inner_width, width);
        }
        const auto config =
            fmt::format(R"({{"model_type": "gpt2", "n_embd": {}, "n_head": {}, "n_layer": {}}})", width, heads, layers);
        is_written =
            write_safetensors(folder / "model.safetensors", arrays) && write_text_file(folder / "config.json", config);
    }

    Source source(Index tokens, Index first = 0) const {
        Source of_model;
        of_model.weights = folder.path();
        std::string& ids = of_model.ids.emplace_back();
        for (Index token = 0; token < tokens; ++token)
            ids += fmt::format("{} ", (first + token * 7919) % vocabulary);
        return of_model;
    }

    TemporaryFolder folder;
    double bytes = 0; ///< of its weights
    bool is_written = false;
};

const RandomModel& random_model() {
    static const RandomModel model;
    return model;
}

/// The model's likeliest next word.
Index next_word_of(ModelEngine& engine, const Model& model) {
    const Index last = model.input.sequence.token_count() - 1;
    const ArrayId read = next_word_array(model.output);
    engine.compute_last_rows(model, {.stage = read, .rows = {last, last + 1}});
    const Matrix logits = engine.trace(engine.block_count() - 1).compute_rows_uncached({0, read}, {last, last + 1});
    return next_word(logits.row(last), {}, 0);
}

void model_opening_to_next_word(benchmark::State& state) {
    if (!random_model().is_written)
        return state.SkipWithError("the model could not be written");
    for ([[maybe_unused]] auto turn : state) {
        const auto opened = open_model(random_model().source(state.range(0)));
        if (!opened)
            return state.SkipWithError(opened.error().message.c_str());
        ModelEngine engine;
        benchmark::DoNotOptimize(next_word_of(engine, opened->model));
    }
}

/// Computes every array of every block, the logits and the shares of all words anew: the text differs each time.
void model_forward(benchmark::State& state) {
    const auto first = open_model(random_model().source(state.range(0)));
    const auto second = open_model(random_model().source(state.range(0), 1));
    if (!first || !second)
        return state.SkipWithError("the model could not be opened");
    ModelEngine engine(static_cast<unsigned>(state.range(1)));
    engine.compute(second->model);
    bool is_first = true;
    for ([[maybe_unused]] auto turn : state) {
        engine.compute((is_first ? first : second)->model);
        is_first = !is_first;
    }
}

void model_edit_to_next_word(benchmark::State& state) {
    auto opened = open_model(random_model().source(state.range(0)));
    if (!opened)
        return state.SkipWithError(opened.error().message.c_str());
    ModelEngine engine;
    next_word_of(engine, opened->model);
    Matrix& weights = opened->model.blocks[layers / 2].heads[1].W_Q;
    float value = 0;
    for ([[maybe_unused]] auto turn : state) {
        weights = weights.with_cell(3, 2, value += 0.01F);
        benchmark::DoNotOptimize(next_word_of(engine, opened->model));
    }
}

/// Measures the memory for opening and computing every block once.
void model_memory(benchmark::State& state) {
    for ([[maybe_unused]] auto turn : state) {
        const double weights = random_model().bytes;
        count_memory_anew();
        const double before = memory("RssAnon:");
        const auto opened = open_model(random_model().source(state.range(0)));
        if (!opened)
            return state.SkipWithError(opened.error().message.c_str());
        state.counters["opened_MB"] = (memory("VmHWM:") - before - weights) / 1e6;
        count_memory_anew();
        ModelEngine engine;
        engine.compute(opened->model);
        state.counters["beside_weights_MB"] = (memory("VmHWM:") - before - weights) / 1e6;
    }
}

BENCHMARK(model_opening_to_next_word)->Arg(64)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(3);
BENCHMARK(model_forward)
    ->ArgNames({"", "threads"})
    ->Args({64, 1})
    ->Args({64, 2})
    ->Args({256, 1})
    ->Unit(benchmark::kMillisecond)
    ->UseRealTime();
BENCHMARK(model_edit_to_next_word)->Arg(64)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(5);
BENCHMARK(model_memory)->Arg(64)->Arg(1024)->Unit(benchmark::kMillisecond)->UseRealTime()->Iterations(1);

} // namespace
} // namespace attn
