#include "app/window/settings.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <system_error>

namespace attn {

namespace {

std::filesystem::path window_place_file() {
    const std::filesystem::path folder = config_folder();
    return folder.empty() ? folder : folder / "window.json";
}

std::optional<int> whole_number(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer())
        return std::nullopt;
    const auto value = found->get<std::int64_t>();
    constexpr std::int64_t farthest = 100'000;
    return value > -farthest && value < farthest ? std::optional(static_cast<int>(value)) : std::nullopt;
}

} // namespace

std::optional<WindowPlace> load_window_place() {
    constexpr int least_width = 320;
    constexpr int least_height = 240;
    WindowPlace place;
    std::ifstream file(window_place_file());
    const nlohmann::json kept = nlohmann::json::parse(file, nullptr, false);
    if (!kept.is_object())
        return std::nullopt;
    const std::optional<int> width = whole_number(kept, "width");
    const std::optional<int> height = whole_number(kept, "height");
    if (width >= least_width && height >= least_height) {
        place.width = *width;
        place.height = *height;
    }
    place.x = whole_number(kept, "x");
    place.y = whole_number(kept, "y");
    if (const auto units = kept.find("units"); units != kept.end() && units->is_number()) {
        constexpr float least_units = 0.25F;
        constexpr float most_units = 8;
        place.units = std::clamp(units->get<float>(), least_units, most_units);
    }
    place.maximised = kept.value("maximised", nlohmann::json(false)) == nlohmann::json(true);
    return place;
}

void save_window_place(const WindowPlace& place) {
    const std::filesystem::path path = window_place_file();
    if (path.empty())
        return;
    nlohmann::json kept{{"width", place.width}, {"height", place.height}, {"maximised", place.maximised}};
    if (place.units)
        kept["units"] = *place.units;
    if (place.x && place.y) {
        kept["x"] = *place.x;
        kept["y"] = *place.y;
    }
    std::error_code failed;
    std::filesystem::create_directories(path.parent_path(), failed);
    std::ofstream(path) << kept.dump(2) << '\n';
}

namespace {

/// Returns the program's folder within the folder that environment variable `variable` names or, unless that is an
/// absolute path, within `in_home` of the home folder.
std::filesystem::path folder(const char* variable, const char* in_home) {
    const char* given = std::getenv(variable);
    std::filesystem::path base = given != nullptr ? given : "";
    if (!base.is_absolute()) {
        const char* home = std::getenv("HOME");
        base = std::filesystem::path(home != nullptr ? home : "") / in_home;
    }
    return base.is_absolute() ? base / "attention-lab" : std::filesystem::path();
}

} // namespace

std::string why_nothing_is_kept() {
    if (!state_folder().empty())
        return {};
    const char* const home = std::getenv("HOME");
    return std::string("Unsaved work is not kept against a crash, and settings are forgotten: HOME ") +
           (home == nullptr || *home == '\0' ? "is not set" : "is no absolute path");
}

std::filesystem::path config_folder() {
    return folder("XDG_CONFIG_HOME", ".config");
}

std::filesystem::path state_folder() {
    return folder("XDG_STATE_HOME", ".local/state");
}

} // namespace attn
