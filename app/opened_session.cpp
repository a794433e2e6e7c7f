#include "app/opened_session.h"

#include "app/assets.h"
#include "app/console.h"
#include "app/notation_argument.h"
#include "core/document/files/session_file.h"
#include "core/document/sources/model_session.h"
#include "core/document/sources/presets.h"
#include "core/files/printable.h"
#include "core/model/arrays.h"
#include "core/tensor/memory.h"

#include <algorithm>
#include <fmt/core.h>
#include <set>
#include <system_error>
#include <utility>

namespace attn {

namespace {

/// Opens the model that a source names, without printing anything.
Result<OpenedModel> open_model_named(Source source) {
    const auto is_whole = source.session ? is_model_session(*source.session) : Result<bool>(false);
    if (!is_whole)
        return is_whole.error();
    if (*is_whole) {
        const auto session = model_session_of(source);
        return session ? open_model(*session) : Result<OpenedModel>(session.error());
    }
    if (source.session)
        source.weights = std::exchange(source.session, std::nullopt);
    std::error_code ignored;
    if (std::filesystem::is_directory(*source.weights, ignored) || Checkpoint::is_named_as_weights(*source.weights) ||
        source.weights->string().ends_with(".safetensors.index.json"))
        return open_model(source);
    const auto session = load_session(*source.weights);
    if (!session)
        return session.error();
    if (!session->origin)
        return error("{}: this session was not opened from a model; expected one that was, or a model's folder",
                     printable_path(*source.weights));
    source.weights = session->origin->file;
    return open_model(source);
}

Result<SavedSession> open_saved_session(const Source& source, const std::vector<std::filesystem::path>& outputs) {
    auto saved = open_saved_source(source, program_assets());
    if (!saved)
        return saved;
    const Session& session = saved->session;
    // Writing checks this again; here it is told before long computations.
    for (const std::filesystem::path& output : outputs)
        if (auto spared = session.inputs.check_spares(output); !spared)
            return spared.error();
    for (const Caveat& caveat : session.layer().caveats)
        say(fmt::format("attention-lab: from {} on this is not the model: {}\n", array_name(caveat.from),
                        terminal_line(caveat.says)));
    say_doubts(session.notation);
    return saved;
}

} // namespace

Result<SavedSession> open_saved_session(const SourceArguments& arguments,
                                        const std::vector<std::filesystem::path>& outputs) {
    const auto source = arguments.source();
    return source ? open_saved_session(*source, outputs) : source.error();
}

Result<Session> open_session(const SourceArguments& arguments, const std::vector<std::filesystem::path>& outputs) {
    return without_view(open_saved_session(arguments, outputs));
}

Result<Session> open_session(const Source& source, const std::vector<std::filesystem::path>& outputs) {
    return without_view(open_saved_session(source, outputs));
}

Result<OpenedModel> open_named_model(const Source& source) {
    auto opened = with_memory_for("opening this model", [&] { return open_model_named(source); });
    if (opened)
        say_caveats(opened->model);
    return opened;
}

void say_caveats(const Model& model) {
    std::set<std::string> said;
    for (Index block = 0; block < std::ssize(model.blocks); ++block)
        for (const Caveat& caveat : model.blocks[static_cast<std::size_t>(block)].caveats)
            if (said.insert(caveat.says).second)
                say(fmt::format("attention-lab: from layers.{}.{} on this is not the model: {}\n", block,
                                array_name(caveat.from), terminal_line(caveat.says)));
}

Result<Session> open_baseline(const std::string& name) {
    const auto presets = list_presets(program_assets());
    if (presets && std::ranges::find(*presets, name, &Preset::name) != presets->end())
        return load_preset(program_assets(), name);
    return load_session(name);
}

} // namespace attn
