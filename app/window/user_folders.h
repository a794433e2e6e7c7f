#pragma once

#include <filesystem>
#include <string>

namespace attn {

// The program's folders of the user, as the XDG base directory specification has them; empty where there is no home.
// They need not exist.

/// What the user has chosen: XDG_CONFIG_HOME (or ~/.config) /attention-lab.
std::filesystem::path config_folder();
/// What comes from using the program: XDG_STATE_HOME (or ~/.local/state) /attention-lab.
std::filesystem::path state_folder();

/// Why there is no folder for what comes from using the program, in words for the user; empty where there is one.
std::string why_nothing_is_kept();

} // namespace attn
