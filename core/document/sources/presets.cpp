#include "core/document/sources/presets.h"

#include "core/document/files/session_file.h"
#include "core/document/sources/weights_source.h"
#include "core/files/file.h"
#include "core/files/json_field.h"
#include "core/files/json_keys.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace attn {

namespace {

/// The order in which presets are taught. Presets that are not listed come last, by name.
constexpr std::array<std::string_view, 10> teaching_order{"who-and-where", "four-letters",    "by-hand", "red-fox",
                                                          "why-scale",     "bright-but-mute", "masks",   "induction",
                                                          "eight-heads",   "random-heads"};

std::filesystem::path presets_folder(const std::filesystem::path& assets) {
    return assets / "presets";
}

std::filesystem::path models_folder(const std::filesystem::path& assets) {
    return assets / "models";
}

/// The names, without ending, of a folder's entries that `is_one` accepts, sorted.
template <class IsOne>
Result<std::vector<std::string>> names_in(const std::filesystem::path& folder, const IsOne& is_one) {
    std::vector<std::string> names;
    std::error_code failure;
    std::filesystem::directory_iterator entry(folder, failure);
    for (; !failure && entry != std::filesystem::directory_iterator(); entry.increment(failure))
        if (is_one(entry->path()))
            names.push_back(entry->path().stem().string());
    if (failure)
        return error("{}: {}", printable_path(folder), failure.message());
    std::ranges::sort(names);
    return names;
}

/// A model that comes with the program, as opening.json in its folder describes it.
struct ModelOpening {
    Preset preset;
    std::string text;  ///< the text that is shown first
    std::string layer; ///< the number of the layer that is shown first
};

std::filesystem::path opening_file(const std::filesystem::path& model) {
    return model / "opening.json";
}

std::vector<JsonKey<ModelOpening>> opening_keys() {
    const auto text = [](std::string_view key, auto member) {
        return JsonKey<ModelOpening>{
            .key = key,
            .read = [member](ModelOpening& into, const Field& value) { member(into) = value.text(); },
            .required = "expected the keys title, question, about, text and layer"};
    };
    return {text("title", [](ModelOpening& of) -> std::string& { return of.preset.title; }),
            text("question", [](ModelOpening& of) -> std::string& { return of.preset.question; }),
            text("about", [](ModelOpening& of) -> std::string& { return of.preset.about; }),
            text("text", [](ModelOpening& of) -> std::string& { return of.text; }),
            text("layer", [](ModelOpening& of) -> std::string& { return of.layer; })};
}

Result<ModelOpening> read_opening(const std::filesystem::path& model) {
    const std::string name = printable_path(opening_file(model));
    const auto text = read_text_file(opening_file(model));
    const auto document = text ? parse_json(*text, name) : Result<Json>(text.error());
    if (!document)
        return document.error();
    const Field root(*document, name);
    ModelOpening opening;
    opening.preset.name = model.filename().string();
    read_keys(opening_keys(), root, opening);
    return root.failed() ? Result<ModelOpening>(*root.failure()) : Result<ModelOpening>(std::move(opening));
}

Result<std::vector<std::string>> model_names(const std::filesystem::path& assets) {
    std::error_code ignored;
    return names_in(models_folder(assets),
                    [&](const auto& path) { return std::filesystem::is_regular_file(opening_file(path), ignored); });
}

/// Opens the layer of a model that comes with the program, with the text that is shown first.
Result<Session> load_model(const std::filesystem::path& model, const ModelPlace& place) {
    const auto opening = read_opening(model);
    if (!opening)
        return opening.error();
    Source source;
    source.weights = model;
    source.layer = place.layer ? std::to_string(*place.layer) : opening->layer;
    source.tokens = {place.text.empty() ? opening->text : place.text};
    source.whole_block = true;
    auto session = open_weights(source);
    if (!session)
        return session;
    session->title = opening->preset.title;
    session->question = opening->preset.question;
    session->about = opening->preset.about;
    session->texts_of_preset = true;
    return session;
}

Result<std::vector<std::string>> preset_names(const std::filesystem::path& assets) {
    auto names = names_in(presets_folder(assets), [](const auto& path) { return path.extension() == ".json"; });
    if (!names)
        return names;
    std::ranges::sort(*names, {}, [](const std::string& name) {
        return std::pair(std::ranges::find(teaching_order, name) - teaching_order.begin(), name);
    });
    return names;
}

} // namespace

Result<std::vector<Preset>> list_presets(const std::filesystem::path& assets) {
    auto names = preset_names(assets);
    if (!names)
        return names.error();
    std::vector<Preset> presets;
    for (const std::string& name : *names) {
        auto session = load_session(presets_folder(assets) / (name + ".json"));
        if (!session)
            return session.error();
        presets.push_back({name, session->title, session->question, session->about});
    }
    return presets;
}

Result<std::vector<Preset>> list_models(const std::filesystem::path& assets) {
    const auto names = model_names(assets);
    if (!names)
        return names.error();
    std::vector<Preset> models;
    for (const std::string& name : *names) {
        auto opening = read_opening(models_folder(assets) / name);
        if (!opening)
            return opening.error();
        models.push_back(std::move(opening->preset));
    }
    return models;
}

Result<Session> load_preset(const std::filesystem::path& assets, const std::string& name, const ModelPlace& place) {
    if (const auto models = model_names(assets); models && std::ranges::find(*models, name) != models->end())
        return load_model(models_folder(assets) / name, place);
    if (place.layer || !place.text.empty())
        return error("{} is no model: it has no other layers and texts", printable(name));
    auto names = preset_names(assets);
    if (!names)
        return names.error();
    if (std::ranges::find(*names, name) != names->end()) {
        auto session = load_session(presets_folder(assets) / (name + ".json"));
        if (session)
            session->texts_of_preset = true;
        return session;
    }
    std::string known;
    for (const std::string& other : *names)
        known += (known.empty() ? "" : ", ") + other;
    const std::vector<std::string_view> views(names->begin(), names->end());
    const auto nearest = nearest_name(name, views);
    return error("there is no preset “{}”; {}the presets are {}", printable(name),
                 nearest ? fmt::format("did you mean {}? ", *nearest) : std::string(), known);
}

} // namespace attn
