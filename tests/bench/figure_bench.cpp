// The time for a figure of N x N scores, from the numbers to the bytes: attention-bench --benchmark_filter=figure

#include "core/document/files/session_file.h"
#include "core/engine/engine.h"
#include "core/figure/figure.h"
#include "tests/folders.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <string>

namespace attn {
namespace {

constexpr float width_with_numbers = 60; // cm, for 64 columns

/// A session of one head over N tokens.
Result<Session> random_session(Index tokens) {
    std::string words;
    for (Index token = 0; token < tokens; ++token)
        words += fmt::format("{}\"t{}\"", token == 0 ? "" : ", ", token % 50);
    return parse_session(fmt::format(R"({{"version": 1, "tokens": [{}], "positions": "sinusoidal",
        "sizes": {{"d_model": 16, "heads": 1}}}})",
                                     words),
                         "bench.json", "");
}

void figure(benchmark::State& state, FigureFormat format, Index tokens) {
    const Result<Typesetter> typesetter = Typesetter::open(assets_folder() / "fonts");
    if (!typesetter)
        return state.SkipWithError(typesetter.error().message.c_str());
    const Result<Session> session = random_session(tokens);
    if (!session)
        return state.SkipWithError(session.error().message.c_str());
    Engine engine;
    FigureRequest request;
    request.array = ArrayId::scores;
    request.width = tokens <= 64 ? width_with_numbers : 16;
    const FigureSource source{*session, engine.compute(session->layer()), *typesetter, nullptr};
    for ([[maybe_unused]] auto turn : state) {
        const auto laid_out = lay_out(request, source);
        if (!laid_out)
            return state.SkipWithError(laid_out.error().message.c_str());
        const auto bytes = write(*laid_out, format, request.dpi, *typesetter);
        if (!bytes)
            return state.SkipWithError(bytes.error().message.c_str());
        state.counters["bytes"] = static_cast<double>(bytes->size());
        state.counters["remarks"] = static_cast<double>(laid_out->remarks.size());
    }
}

BENCHMARK_CAPTURE(figure, png_64, FigureFormat::png, 64)->Name("figure/png/64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(figure, svg_64, FigureFormat::svg, 64)->Name("figure/svg/64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(figure, pdf_64, FigureFormat::pdf, 64)->Name("figure/pdf/64")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(figure, png_1024, FigureFormat::png, 1024)->Name("figure/png/1024")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(figure, svg_1024, FigureFormat::svg, 1024)->Name("figure/svg/1024")->Unit(benchmark::kMillisecond);

} // namespace
} // namespace attn
