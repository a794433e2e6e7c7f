#include "app/window/user_folders.h"

#include <cstdlib>

namespace attn {

namespace {

/// Only absolute paths count.
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
