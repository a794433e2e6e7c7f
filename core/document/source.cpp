#include "core/document/source.h"

#include "core/checkpoint/layers.h"
#include "core/document/model_files.h"
#include "core/document/presets.h"
#include "core/document/recording.h"
#include "core/document/session_file.h"
#include "core/document/weights_source.h"
#include "core/files/printable.h"

#include <new>
#include <system_error>

namespace attn {

namespace {

/// Options that say something of weights, where there are none.
Result<void> check_no_weights_options(const Source& source) {
    const std::pair<const char*, bool> options[] = {
        {"--input", source.input.has_value()},     {"--resid-pre", source.resid_pre.has_value()},
        {"--norm", source.norm.has_value()},       {"--heads", source.heads.has_value()},
        {"--layer", source.layer.has_value()},     {"--context", source.context.has_value()},
        {"--tokens", !source.tokens.empty()},      {"--ids", !source.ids.empty()},
        {"--padding", source.padding.has_value()}, {"--mask-file", source.mask_file.has_value()}};
    for (const auto& [name, is_there] : options)
        if (is_there)
            return error("{} goes with --weights only", name);
    if (!source.options.empty())
        return error("--{} goes with --weights only", option(source.options.front().option).name);
    return {};
}

/// Whether a file that is named alone holds tensors and is no session.
bool holds_tensors(const std::filesystem::path& path) {
    std::error_code ignored;
    return Checkpoint::is_named_as_weights(path) || path.string().ends_with(".safetensors.index.json") ||
           std::filesystem::is_directory(path, ignored);
}

/// The weights of a layer, or recorded stages.
Result<Session> open_tensors(const Source& source) {
    const auto file = Checkpoint::open(*source.session);
    if (!file)
        return file.error();
    if (find_layers(*file).empty() && has_recorded_stages(*file)) {
        Source of_stages = source;
        of_stages.layer.reset();
        if (auto fits = check_no_weights_options(of_stages); !fits)
            return error("{}, and {} holds recorded stages", fits.error().message, file->name());
        auto recording = open_recording(*file, source.layer);
        return recording ? Result<Session>(std::move(recording->session)) : Result<Session>(recording.error());
    }
    Source of_weights = source;
    std::swap(of_weights.weights, of_weights.session);
    return open_weights(of_weights);
}

Result<Session> open_with_memory(const Source& source, const std::filesystem::path& assets) {
    const int named = (source.session ? 1 : 0) + (source.preset ? 1 : 0) + (source.weights ? 1 : 0);
    if (named > 1)
        return error("there are several sources; expected one of a session file, --preset and --weights");
    if (source.weights)
        return open_weights(source);
    if (source.session && holds_tensors(*source.session))
        return open_tensors(source);
    std::error_code ignored;
    if (source.session && !std::filesystem::exists(*source.session, ignored))
        return load_session(*source.session); // says so, whatever the options are
    if (auto fits = check_no_weights_options(source); !fits)
        return fits.error();
    if (source.session)
        return load_session(*source.session);
    return load_preset(assets, source.preset.value_or(std::string(default_preset)));
}

} // namespace

Result<Session> open_source(const Source& source, const std::filesystem::path& assets) {
    try {
        const ReadingRecord record;
        auto session = open_with_memory(source, assets);
        if (session) {
            session->inputs.add(record.files());
            if (session->origin)
                session->inputs.add(files_of_model(session->origin->file));
        }
        return session;
    } catch (const std::bad_alloc&) {
        const auto& file = source.session ? source.session : source.weights;
        return error("Not enough memory for opening {}.", file ? printable_path(*file) : std::string("the preset"));
    }
}

std::optional<std::filesystem::path> session_file_of(const Source& source) {
    return source.session && !holds_tensors(*source.session) ? source.session : std::nullopt;
}

} // namespace attn
