#pragma once

#include "ui/document/remembered.h"

#include <string>

namespace attn {

struct LoadedSettings {
    Remembered remembered; ///< what was readable; otherwise as in the beginning
    std::string problem;   ///< what could not be read, in a line for the user; empty if nothing
};

/// What was kept the last time: the taste in settings.json in the configuration folder, the recent files in recent.json
/// in the state folder. A file that cannot be read is put aside as NAME.damaged and never overwritten.
LoadedSettings load_settings();

/// What cannot be kept is not worth a word.
void save_settings(const Remembered& remembered);

} // namespace attn
