#pragma once

#include "core/tensor/result.h"
#include "tests/oracle/record.h"

#include <filesystem>

namespace attn::oracle {

/// Plays each script of tests/ui, and records what its window says at its end: all targets that have a value, and all
/// targets that the script has expectations about. It works in folders of its own, and changes the working directory.
void play_scripts(const std::filesystem::path& assets, Record& record);

/// Records the program's lecture, scene by scene, each in all notations, as the wall shows it; and its pages.
Result<void> give_lecture(const std::filesystem::path& assets, Record& record);

} // namespace attn::oracle
