#include "core/document/sources/presets.h"

#include "core/document/files/session_file.h"
#include "core/files/json_field.h"
#include "core/files/printable.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace attn {

namespace {

/// The order of teaching. Presets that are not listed come last, by name.
constexpr std::array<std::string_view, 10> teaching_order{"who-and-where", "four-letters",    "by-hand", "red-fox",
                                                          "why-scale",     "bright-but-mute", "masks",   "induction",
                                                          "eight-heads",   "random-heads"};

std::filesystem::path presets_folder(const std::filesystem::path& assets) {
    return assets / "presets";
}

Result<std::vector<std::string>> preset_names(const std::filesystem::path& assets) {
    std::vector<std::string> names;
    std::error_code failure;
    std::filesystem::directory_iterator file(presets_folder(assets), failure);
    for (; !failure && file != std::filesystem::directory_iterator(); file.increment(failure))
        if (file->path().extension() == ".json")
            names.push_back(file->path().stem().string());
    if (failure)
        return error("{}: {}", printable_path(presets_folder(assets)), failure.message());
    std::ranges::sort(names, {}, [](const std::string& name) {
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

Result<Session> load_preset(const std::filesystem::path& assets, const std::string& name) {
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
