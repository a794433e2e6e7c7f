#pragma once

#include "core/tensor/result.h"
#include "tests/oracle/record.h"

#include <filesystem>

namespace attn::oracle {

/// Plays each script of tests/ui, and keeps what its window says at its end: all targets that have a value, and all
/// that the script expects something of. In folders of its own: it changes the working directory.
void play_scripts(const std::filesystem::path& assets, Record& record);

/// The lecture that the program brings, scene by scene, and each in all notations, as the wall says it; and its pages.
Result<void> give_lecture(const std::filesystem::path& assets, Record& record);

} // namespace attn::oracle
