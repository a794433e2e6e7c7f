#include "app/assets.h"
#include "app/commands.h"
#include "core/document/files/session_file.h"
#include "core/document/sources/presets.h"
#include "core/engine/engine.h"
#include "core/export/figure_set.h"
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
    const auto remarks = write_figure_set(order, source, program_assets() / "fonts", order.output,
                                          ExportWork{.progress = report.progress});
    if (!remarks)
        return remarks.error();
    for (const std::string& remark : *remarks)
        report.say(printable_path(order.output) + ": " + remark);
    return {};
}

} // namespace attn
