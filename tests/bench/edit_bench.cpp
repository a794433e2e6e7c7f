// From an edit to the finished frame that shows what it moved, in the state in which the window is: it holds a trace,
// and where the name says so a baseline, or shows all heads: attention-bench --benchmark_filter=edit_to_frame

#include "app/window/app_content.h"
#include "app/window/offscreen_surface.h"
#include "app/window/screen.h"
#include "core/session/session_file.h"
#include "ui/app.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <string>

namespace attn {
namespace {

constexpr float seconds_between_frames = 1.0F / 60;
constexpr int frames_to_settle = 4;
constexpr Chord keep_as_baseline{letter_key('b'), true};

/// Which number is edited, and which stage is on the screen meanwhile.
struct Case {
    std::string_view name;
    ArrayId edited;
    ArrayId shown;
};
constexpr Case of_W_Q{"wq", ArrayId::W_Q, ArrayId::scores};
constexpr Case of_X{"x", ArrayId::X, ArrayId::scores};
constexpr Case of_a_score{"score", ArrayId::scores, ArrayId::A};

struct LayerSizes {
    Index tokens, width, heads;
};

enum class Holds { trace, trace_of_all_heads_shown, baseline };

Result<Session> layer_of(const LayerSizes& sizes) {
    std::string words;
    for (Index token = 0; token < sizes.tokens; ++token)
        words += fmt::format("{}\"t{}\"", token == 0 ? "" : ", ", token % 50);
    return parse_session(fmt::format(R"({{"version": 1, "tokens": [{}], "positions": "sinusoidal",
        "sizes": {{"d_model": {}, "heads": {}}}}})",
                                     words, sizes.width, sizes.heads),
                         "bench.json", "");
}

void edit_to_frame(benchmark::State& state, const Case& edited, const LayerSizes& sizes, Holds holds) {
    Result<std::unique_ptr<OffscreenSurface>> surface = OffscreenSurface::open({1440, 900, 1});
    if (!surface)
        return state.SkipWithError(surface.error().message.c_str());
    const Result<std::unique_ptr<Screen>> screen = Screen::open(*std::move(surface));
    if (!screen)
        return state.SkipWithError(screen.error().message.c_str());
    Result<Session> session = layer_of(sizes);
    if (!session)
        return state.SkipWithError(session.error().message.c_str());
    const Result<std::unique_ptr<App>> app = App::open(*std::move(session), ATTN_ASSETS_DIR);
    if (!app)
        return state.SkipWithError(app.error().message.c_str());
    AppContent content(**app);
    const auto settle = [&] {
        (*app)->finish_work();
        while (!(*screen)->input().empty())
            (*screen)->frame(content, seconds_between_frames);
        for (int frame = 0; frame < frames_to_settle; ++frame)
            (*screen)->frame(content, seconds_between_frames);
    };
    settle();
    Workspace& workspace = (*app)->workspace();
    workspace.on_opening = false;
    workspace.step = edited.shown;
    workspace.picture = holds == Holds::trace_of_all_heads_shown ? PictureId::heads : PictureId::heatmap;
    if (holds == Holds::baseline)
        for (const KeyChanged& change :
             {KeyChanged{keep_as_baseline, true}, KeyChanged{keep_as_baseline, false}, KeyChanged{{}, false}})
            (*screen)->input().push(change);
    settle();
    float value = 0;
    for ([[maybe_unused]] auto turn : state) {
        value = value == 0.25F ? 0.5F : 0.25F;
        if (const auto set = (*app)->edit(SetCell{{edited.edited, 0, 0, 1, 1}, value}); !set)
            return state.SkipWithError(set.error().message.c_str());
        (*app)->finish_work();
        (*screen)->frame(content, seconds_between_frames);
    }
}

/// Named as edit_to_frame/CASE/S/D/H, with what else there is behind the case.
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
                    ->UseRealTime(); // the engine's threads work, and this one waits
    return 0;
}();

} // namespace
} // namespace attn
