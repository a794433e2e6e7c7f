#include "app/assets.h"
#include "app/commands.h"
#include "app/opened_session.h"
#include "core/engine/engine.h"
#include "core/export/figure_set.h"
#include "core/files/printable.h"

#include <fmt/format.h>
#include <optional>

namespace attn {

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
