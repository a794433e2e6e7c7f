#include "app/opened_session.h"

#include "app/assets.h"
#include "app/console.h"
#include "app/notation_argument.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"

#include <fmt/core.h>

namespace attn {

Result<SavedSession> open_saved_session(const SourceArguments& arguments,
                                        const std::vector<std::filesystem::path>& outputs) {
    const auto source = arguments.source();
    if (!source)
        return source.error();
    auto saved = open_saved_source(*source, program_assets());
    if (!saved)
        return saved;
    const Session& session = saved->session;
    // Whoever writes asks again; here it is said before long computations.
    for (const std::filesystem::path& output : outputs)
        if (auto spared = session.inputs.check_spares(output); !spared)
            return spared.error();
    for (const Caveat& caveat : session.layer().caveats)
        say(fmt::format("attention-lab: from {} on this is not the model: {}\n", array_name(caveat.from),
                        terminal_line(caveat.says)));
    say_doubts(session.notation);
    return saved;
}

Result<Session> open_session(const SourceArguments& arguments, const std::vector<std::filesystem::path>& outputs) {
    return without_view(open_saved_session(arguments, outputs));
}

} // namespace attn
