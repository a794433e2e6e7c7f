// The time from an edit to the finished frame that shows its effect, in the state that the window is in: it holds a
// trace, and, if the name says so, a baseline, or shows all heads. `all_ms` is the time until a frame has all numbers,
// `painting_ms` that of painting the first frame without a graphics card. attention-bench
// --benchmark_filter=edit_to_frame

#include "tests/bench/layer_window.h"

#include <benchmark/benchmark.h>
#include <chrono>
#include <fmt/format.h>
#include <string>

namespace attn {
namespace {

/// The edited array, and the stage that is on the screen.
struct Case {
    std::string_view name;
    ArrayId edited;
    ArrayId shown;
};
constexpr Case of_W_Q{"wq", ArrayId::W_Q, ArrayId::scores};
constexpr Case of_X{"x", ArrayId::X, ArrayId::scores};
constexpr Case of_a_score{"score", ArrayId::scores, ArrayId::A};

enum class Holds { trace, trace_of_all_heads_shown, baseline };

void edit_to_frame(benchmark::State& state, const Case& edited, const LayerSizes& sizes, Holds holds) {
    const Result<std::unique_ptr<LayerWindow>> opened = LayerWindow::open(sizes);
    if (!opened)
        return state.SkipWithError(opened.error().message.c_str());
    LayerWindow& window = **opened;
    window.settle();
    Workspace& workspace = window.app().workspace();
    workspace.on_opening = false;
    workspace.step = edited.shown;
    workspace.picture = holds == Holds::trace_of_all_heads_shown ? PictureId::heads : PictureId::heatmap;
    if (holds == Holds::baseline)
        window.keep_baseline();
    window.settle();
    float value = 0;
    std::chrono::duration<double, std::milli> painted{};
    std::chrono::duration<double, std::milli> until_all{};
    for ([[maybe_unused]] auto turn : state) {
        value = value == 0.25F ? 0.5F : 0.25F;
        const auto painted_before = window.painting();
        const auto begin = std::chrono::steady_clock::now();
        if (const auto set = window.edit(edited.edited, value); !set)
            return state.SkipWithError(set.error().message.c_str());
        state.PauseTiming();
        painted += window.painting() - painted_before;
        window.finish();
        until_all += std::chrono::steady_clock::now() - begin;
        state.ResumeTiming();
    }
    state.counters["painting_ms"] = benchmark::Counter(painted.count(), benchmark::Counter::kAvgIterations);
    state.counters["all_ms"] = benchmark::Counter(until_all.count(), benchmark::Counter::kAvgIterations);
}

/// Registers edit_to_frame/CASE/S/D/H, with the window's state behind the case.
const int edits_are_registered = [] {
    struct Kind {
        std::string_view suffix;
        Holds holds;
    };
    for (const LayerSizes& sizes : {LayerSizes{8, 16, 2}, LayerSizes{128, 256, 8}, LayerSizes{1024, 768, 12}})
        for (const Case& edited : {of_W_Q, of_X, of_a_score})
            for (const Kind& kind : {Kind{"", Holds::trace}, Kind{"-heads12", Holds::trace_of_all_heads_shown},
                                     Kind{"-baseline", Holds::baseline}})
                benchmark::RegisterBenchmark(fmt::format("edit_to_frame/{}{}/{}/{}/{}", edited.name, kind.suffix,
                                                         sizes.tokens, sizes.width, sizes.heads)
                                                 .c_str(),
                                             edit_to_frame, edited, sizes, kind.holds)
                    ->Unit(benchmark::kMillisecond)
                    ->UseRealTime(); // the engine's threads work while this one waits
    return 0;
}();

} // namespace
} // namespace attn
