#pragma once

#include "app/source_arguments.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

// Files that a command must not write over.

using Paths = std::vector<std::filesystem::path>;

/// What a command reads: `others`, and the files of its source.
Paths inputs_of(const SourceArguments& arguments, Paths others = {});

/// The file that --notation names, where it names no notation of the program.
Paths notation_file(const std::optional<std::string>& words);

/// Fails where one of the outputs would take the place of what is read.
Result<void> check_are_not_read(const Paths& inputs, const Paths& outputs);

/// Fails where the file is there already and does not end as what is written there does: somebody's work would be lost.
Result<void> check_replaces_its_kind(const std::filesystem::path& output, std::string_view ending,
                                     std::string_view kind);

} // namespace attn
