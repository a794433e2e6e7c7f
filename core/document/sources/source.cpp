#include "core/document/sources/source.h"

#include "core/checkpoint/layers.h"
#include "core/document/files/session_file.h"
#include "core/document/files/session_model.h"
#include "core/document/session/edits.h"
#include "core/document/session/sentences.h"
#include "core/document/sources/model_session.h"
#include "core/document/sources/presets.h"
#include "core/document/sources/recording.h"
#include "core/document/sources/weights_source.h"
#include "core/files/npy.h"
#include "core/files/printable.h"

#include <algorithm>
#include <iterator>
#include <new>
#include <system_error>

namespace attn {

namespace {

/// True if the path contains tensors and is not a session.
bool holds_tensors(const std::filesystem::path& path) {
    std::error_code ignored;
    return Checkpoint::is_named_as_weights(path) || path.string().ends_with(".safetensors.index.json") ||
           std::filesystem::is_directory(path, ignored);
}

/// Opens a file of tensors: the weights of a layer, or recorded stages.
Result<Session> open_tensors(const Source& source) {
    const auto file = Checkpoint::open(*source.session);
    if (!file)
        return file.error();
    if (find_layers(*file).empty() && has_recorded_stages(*file)) {
        Source of_stages = source;
        of_stages.layer.reset();
        const auto is_told = [](const OptionSetting& setting) {
            return std::ranges::find(options_of_recordings, setting.option) != options_of_recordings.end();
        };
        std::vector<OptionSetting> told;
        std::ranges::copy_if(source.options, std::back_inserter(told), is_told);
        std::erase_if(of_stages.options, is_told);
        if (auto fits = check_no_weights_options(of_stages); !fits)
            return error("{}, and {} holds recorded stages", fits.error().message, file->name());
        auto recording = open_recording(*file, source.layer, told);
        return recording ? Result<Session>(std::move(recording->session)) : Result<Session>(recording.error());
    }
    Source of_weights = source;
    std::swap(of_weights.weights, of_weights.session);
    return open_weights(of_weights);
}

/// The session with these texts as its sentence. If its rows are given, the words are only their labels.
Result<Session> with_tokens(Session session, const std::vector<std::string>& texts) {
    const auto& items = session.layer().sequence.items;
    if (texts.size() != items.size())
        return error("--tokens gives {} texts, and there are {} items", texts.size(), items.size());
    for (std::size_t item = 0; item < texts.size(); ++item) {
        const Sequence& sequence = session.layer().sequence;
        std::vector<std::string> words = split_text(session, sequence, texts[item]);
        if (sequence.embeddings == nullptr) {
            if (words.size() != sequence.items[item].size())
                return error("--tokens names {} tokens in “{}”, and item {} has {} rows", words.size(),
                             printable(texts[item], 80), item + 1, sequence.items[item].size());
            session.layer().sequence.items[item] = std::move(words);
            continue;
        }
        auto applied = apply(session, SetTokens{static_cast<Index>(item), std::move(words)});
        if (!applied)
            return error("--tokens: {}", applied.error().message);
        session = std::move(applied->session);
    }
    return session;
}

/// True if the model's tokenizer split the texts, and they became the model's input.
bool took_texts(const Source& source, const Session& session) {
    return session.origin.has_value() && !source.input && !source.resid_pre;
}

Result<SavedSession> open_with_memory(const Source& source, const std::filesystem::path& assets) {
    const int named = (source.session ? 1 : 0) + (source.preset ? 1 : 0) + (source.weights ? 1 : 0);
    if (named > 1)
        return error("there are several sources; expected one of a session file, --preset and --weights");
    if (source.weights)
        return as_saved(open_weights(source));
    if (source.session && holds_tensors(*source.session))
        return as_saved(open_tensors(source));
    if (source.session && source.session->extension() == ".npy")
        if (const auto array = read_npy(*source.session))
            return error("{}: is one array, of shape {}, and does not say of what; in Python: "
                         "numpy.savez(\"a.npz\", A=numpy.load(FILE))",
                         printable_path(*source.session), shape_text(array->shape));
    std::error_code ignored;
    if (source.session && !std::filesystem::exists(*source.session, ignored))
        return load_saved_session(*source.session); // its error is reported first, whatever the options are
    const auto is_whole = source.session ? is_model_session(*source.session) : Result<bool>(false);
    if (!is_whole)
        return is_whole.error();
    if (*is_whole) {
        const auto model = model_session_of(source);
        if (model && !source.layer)
            return error("{}: this session holds a whole model; say which of its layers by --layer",
                         printable_path(*source.session));
        return model ? as_saved(open_layer_of(*model, source)) : Result<SavedSession>(model.error());
    }
    if (auto fits = check_no_weights_options(source); !fits)
        return fits.error();
    if (source.session)
        return load_saved_session(*source.session);
    return as_saved(load_preset(assets, source.preset.value_or(std::string(default_preset))));
}

} // namespace

Result<void> check_no_weights_options(const Source& source) {
    const std::pair<const char*, bool> options[] = {
        {"--input", source.input.has_value()},         {"--resid-pre", source.resid_pre.has_value()},
        {"--norm", source.norm.has_value()},           {"--heads", source.heads.has_value()},
        {"--layer", source.layer.has_value()},         {"--block", source.whole_block},
        {"--context", source.context.has_value()},     {"--ids", !source.ids.empty()},
        {"--padding", source.padding.has_value()},     {"--mask-file", source.mask_file.has_value()},
        {"--like", !source.said.like.empty()},         {"--names", !source.said.names.empty()},
        {"--packing", source.said.packing.has_value()}};
    for (const auto& [name, is_there] : options)
        if (is_there)
            return error("{} goes with --weights only", name);
    if (!source.options.empty())
        return error("--{} goes with --weights only", option(source.options.front().option).name);
    return {};
}

Result<SavedSession> open_saved_source(const Source& source, const std::filesystem::path& assets) {
    try {
        const ReadingRecord record;
        auto saved = open_with_memory(source, assets);
        if (!saved)
            return saved;
        Session& session = saved->session;
        if (!source.tokens.empty() && !took_texts(source, session)) {
            auto named = with_tokens(std::move(session), source.tokens);
            if (!named)
                return named.error();
            session = *std::move(named);
        }
        session.inputs.add(record.files());
        if (session.origin)
            session.inputs.add(files_of_model(session.origin->file));
        return saved;
    } catch (const std::bad_alloc&) {
        const auto& file = source.session ? source.session : source.weights;
        return error("Not enough memory for opening {}.", file ? printable_path(*file) : std::string("the preset"));
    }
}

Result<Session> open_source(const Source& source, const std::filesystem::path& assets) {
    return without_view(open_saved_source(source, assets));
}

std::optional<std::filesystem::path> session_file_of(const Source& source) {
    if (!source.session || holds_tensors(*source.session))
        return std::nullopt;
    const auto is_whole = is_model_session(*source.session);
    return is_whole && *is_whole ? std::nullopt : source.session;
}

} // namespace attn
