// The memory of the window, in multiples of all recorded matrices: with its trace, with a baseline beside it after an
// edit, and the growth by eighty more edits: attention-bench --benchmark_filter=memory

#include "tests/bench/layer_window.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <fstream>
#include <malloc.h>
#include <string>

namespace attn {
namespace {

constexpr int further_edits = 80;

/// The bytes of memory that the system has given, without files. (The bytes asked for are less exact: a large matrix
/// that begins at a large page includes room before it that is never touched.)
double held() {
    malloc_trim(0);
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;)
        if (double kilobytes = 0; word == "RssAnon:" && status >> kilobytes)
            return kilobytes * 1024;
    return 0;
}

double recorded(const Trace& trace) {
    double bytes = 0;
    for (const Array& row : stages())
        if (trace.has(row.id))
            for (const Address& slot : trace.slots(row.id))
                bytes += static_cast<double>(trace.compute_uncached(slot).shape().rows *
                                             trace.compute_uncached(slot).shape().columns) *
                         sizeof(float);
    return bytes;
}

/// Shows every stage, so that stages computed on demand are held too.
void look_at_all(LayerWindow& window) {
    for (const Array& row : stages())
        if (window.app().trace().has(row.id)) {
            window.app().go_to(row.id);
            window.settle();
        }
}

void memory(benchmark::State& state, const LayerSizes& sizes) {
    for ([[maybe_unused]] auto turn : state) {
        const double before = held();
        const Result<std::unique_ptr<LayerWindow>> opened = LayerWindow::open(sizes);
        if (!opened)
            return state.SkipWithError(opened.error().message.c_str());
        LayerWindow& window = **opened;
        window.settle();
        window.app().workspace().on_opening = false;
        look_at_all(window);
        const double trace = held();
        const double matrices = recorded(window.app().trace());
        window.keep_baseline();
        const auto edit_and_show = [&](float value) {
            if (const auto set = window.edit(ArrayId::W_Q, value); !set)
                state.SkipWithError(set.error().message.c_str());
            window.settle();
        };
        edit_and_show(0.5F);
        look_at_all(window);
        const double beside = held();
        for (int edit = 0; edit < further_edits; ++edit)
            edit_and_show(edit % 2 == 0 ? 0.25F : 0.5F);
        look_at_all(window);
        state.counters["recorded_MB"] = matrices / 1e6;
        state.counters["window"] = (trace - before) / matrices;
        state.counters["baseline_adds"] = (beside - trace) / matrices;
        state.counters["80_edits_add"] = (held() - beside) / matrices;
    }
}

const int memory_is_registered = [] {
    for (const LayerSizes& sizes : {LayerSizes{128, 256, 8}, LayerSizes{1024, 768, 12}})
        benchmark::RegisterBenchmark(fmt::format("memory/{}/{}/{}", sizes.tokens, sizes.width, sizes.heads).c_str(),
                                     memory, sizes)
            ->Unit(benchmark::kMillisecond)
            ->Iterations(1);
    return 0;
}();

} // namespace
} // namespace attn
