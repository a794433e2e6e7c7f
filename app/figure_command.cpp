#include "app/assets.h"
#include "app/commands.h"
#include "core/document/presets.h"
#include "core/document/session_file.h"
#include "core/engine/engine.h"
#include "core/export/figure_file.h"
#include "core/export/figure_series.h"
#include "core/export/overlay.h"
#include "core/files/printable.h"

#include <algorithm>
#include <fmt/format.h>

namespace attn {

namespace {

/// A preset, where there is one of that name; else a session file.
Result<Session> open_baseline(const std::string& name) {
    const auto presets = list_presets(program_assets());
    if (presets && std::ranges::find(*presets, name, &Preset::name) != presets->end())
        return load_preset(program_assets(), name);
    return load_session(name);
}

Result<void> draw_one(const FigureOrder& order, const FigureSource& source, const FigureReport& report) {
    const auto remarks = write_figure(order.request, source, order.output);
    if (!remarks)
        return remarks.error();
    for (const std::string& remark : *remarks)
        report.say(printable_path(order.output) + ": " + remark);
    return {};
}

Result<void> draw_many(const FigureOrder& order, const FigureSource& source, const ExportWork& work) {
    const bool all = order.which == FigureOrder::Which::all;
    const std::vector<FigureRequest> requests =
        all ? figures_of_all_arrays(order.request, source) : source.session.figures;
    if (requests.empty())
        return error("this session lists no figures; it would have them under \"figures\"");
    std::vector<SeriesLayout> layouts;
    if (all && figure_format(order.format)) {
        auto together = layouts_of_series(requests, source);
        if (!together)
            return together.error();
        layouts = *std::move(together);
    }
    return write_figures(requests, source, program_assets() / "fonts", order.output, order.format, work, layouts);
}

} // namespace

Result<void> figure_command(Session session, const FigureOrder& order, const FigureReport& report) {
    const auto typesetter = Typesetter::open(program_assets() / "fonts");
    if (!typesetter)
        return typesetter.error();
    Engine engine;
    Engine engine_of_baseline;
    FigureSource source{session, engine.compute(session.layer()), *typesetter, nullptr};
    std::optional<Session> baseline;
    if (order.baseline) {
        auto opened = open_baseline(*order.baseline);
        if (!opened)
            return opened.error();
        baseline = *std::move(opened);
        session.inputs.add(baseline->inputs);
        source.baseline = &engine_of_baseline.compute(baseline->layer());
    }
    const ExportWork work{.progress = report.progress};
    switch (order.which) {
    case FigureOrder::Which::one:
        return draw_one(order, source, report);
    case FigureOrder::Which::overlay:
        return write_overlay(order.request, source, order.output, order.format, work);
    case FigureOrder::Which::film:
        return write_film(order.request, source, order.output, order.seconds, work);
    case FigureOrder::Which::all:
    case FigureOrder::Which::listed:
        break;
    }
    return draw_many(order, source, work);
}

} // namespace attn
