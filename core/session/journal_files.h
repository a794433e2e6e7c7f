#pragma once

#include "core/session/journal.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace attn {

// The files of a journal, as its writer and its reader know them.

/// The version of journals that this program reads and writes.
constexpr Index journal_version = 1;

/// The name of the n-th step, in the order of the alphabet too.
std::string step_file(std::uint64_t number);
bool is_step_file(std::string_view name);
/// Whether a journal has files of such names, temporary ones included.
bool is_journal_file(std::string_view name);

/// The name of the file that holds an array of this content.
std::string array_file(std::string_view hash);

/// The whole file of a step whose document is this JSON: the text, then its hash.
std::string sealed(std::string text);
/// The text within; fails where it is not what was sealed. `name` begins the message.
Result<std::string_view> unsealed(std::string_view file, const std::string& name);

/// A step of a journal, with all that it names. Fails where any of it is missing or not as it was written.
Result<UnsavedWork> read_step(const std::filesystem::path& folder, const std::string& file);

} // namespace attn
