// The time for a frame of the window with an N x N heatmap: attention-bench --benchmark_filter=frame

#include "app/window/app_content.h"
#include "app/window/offscreen_surface.h"
#include "app/window/screen.h"
#include "core/document/sources/presets.h"
#include "tests/bench/layer_window.h"
#include "tests/folders.h"
#include "ui/shell/app.h"

#include <benchmark/benchmark.h>
#include <string>

namespace attn {
namespace {

constexpr float frame_seconds = 1.0F / 60;

/// The window's contents with the scores of a sequence of N tokens on the stage.
Result<std::unique_ptr<App>> laboratory_of(Index tokens) {
    const std::filesystem::path assets = assets_folder();
    Result<Session> session = load_preset(assets, std::string(default_preset));
    if (!session)
        return session.error();
    Result<std::unique_ptr<App>> app = App::open(*std::move(session), assets);
    if (!app)
        return app;
    std::vector<std::string> words;
    for (Index token = 0; token < tokens; ++token)
        words.push_back("t" + std::to_string(token % 50));
    SetPositions positions;
    if (const Result<void> set = (*app)->edit(positions); !set)
        return set.error();
    if (const Result<void> set = (*app)->edit(SetTokens{.item = 0, .tokens = std::move(words)}); !set)
        return set.error();
    (*app)->finish_work();
    (*app)->workspace().step = ArrayId::scores;
    (*app)->workspace().on_opening = false;
    return app;
}

void frame(benchmark::State& state) {
    Result<std::unique_ptr<OffscreenSurface>> surface =
        OffscreenSurface::open({1440, 900, 1}, OffscreenSurface::Painted::every_frame);
    if (!surface)
        return state.SkipWithError(surface.error().message.c_str());
    const Result<std::unique_ptr<Screen>> screen = Screen::open(*std::move(surface));
    if (!screen)
        return state.SkipWithError(screen.error().message.c_str());
    const Result<std::unique_ptr<App>> app = laboratory_of(state.range(0));
    if (!app)
        return state.SkipWithError(app.error().message.c_str());
    AppContent content(**app);
    (*screen)->frame(content, frame_seconds); // sets the texts, colours the images
    for ([[maybe_unused]] auto turn : state)
        (*screen)->frame(content, frame_seconds);
}

/// Measures the first frame of the default preset, from nothing: its file, its numbers, fonts, ImGui, OpenGL and all
/// texts.
void first_frame(benchmark::State& state) {
    const std::filesystem::path assets = assets_folder();
    for ([[maybe_unused]] auto turn : state) {
        Result<Session> session = load_preset(assets, std::string(default_preset));
        Result<std::unique_ptr<OffscreenSurface>> surface =
            OffscreenSurface::open({1440, 900, 1}, OffscreenSurface::Painted::every_frame);
        if (!session || !surface)
            return state.SkipWithError((session ? surface.error() : session.error()).message.c_str());
        const Result<std::unique_ptr<Screen>> screen = Screen::open(*std::move(surface));
        if (!screen)
            return state.SkipWithError(screen.error().message.c_str());
        const Result<std::unique_ptr<App>> app = App::open(*std::move(session), assets);
        if (!app)
            return state.SkipWithError(app.error().message.c_str());
        AppContent content(**app);
        (*screen)->frame(content, frame_seconds);
    }
}

/// Measures the first finished picture of a layer of that size with random weights, from nothing; frames during the
/// computation do not count. The CPU time is that of all threads.
void opening(benchmark::State& state) {
    for ([[maybe_unused]] auto turn : state) {
        Result<std::unique_ptr<LayerWindow>> window =
            LayerWindow::open({state.range(0), state.range(1), state.range(2)});
        if (!window)
            return state.SkipWithError(window.error().message.c_str());
        (*window)->app().finish_work();
        (*window)->frame();
        state.PauseTiming(); // closing is not measured
        *window = nullptr;
        state.ResumeTiming();
    }
}

BENCHMARK(opening)
    ->Args({8, 16, 2})
    ->Args({1024, 768, 12})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->UseRealTime();
BENCHMARK(first_frame)->Unit(benchmark::kMillisecond);
BENCHMARK(frame)->Arg(64)->Arg(256)->Arg(1024)->Unit(benchmark::kMillisecond);

} // namespace
} // namespace attn
