#pragma once

#include "ui/document/remembered.h"

#include <string>

namespace attn {

struct LoadedSettings {
    Remembered remembered; ///< the defaults, changed by everything that was readable
    std::string problem;   ///< a line for the user about what could not be read; empty if there is nothing
};

/// Loads the user's settings from settings.json in the configuration folder, and the recent files from recent.json in
/// the state folder. A file that cannot be read is renamed to NAME.damaged and never overwritten.
LoadedSettings load_settings();

/// Stores the user's settings; failures are ignored.
void save_settings(const Remembered& remembered);

} // namespace attn
