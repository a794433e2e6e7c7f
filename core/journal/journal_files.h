#pragma once

#include "core/document/files/session_json.h"
#include "core/journal/journal.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace attn {

// The files of a journal, as its writer and its reader know them.

/// The most of one step that is read: a session at its limits, written one level deeper, with the names of its arrays
/// and a picture beside it.
constexpr std::uint64_t step_text_limit = session_text_limit + (std::uint64_t{32} << 20U); // bytes
constexpr JsonLimits step_json_limits{.values = session_json_limits.values + (std::size_t{1} << 18U),
                                      .depth = session_json_limits.depth + 1};

/// The version of journals that this program reads and writes.
constexpr Index journal_version = 1;
/// More files than a journal ever has; what lies beyond is not ours.
constexpr std::size_t most_journal_files = 100000;

/// What the lock file of a journal begins with.
constexpr std::string_view journal_mark = "Attention Lab journal\n";

/// Whether a folder is a journal, and nobody else's folder that happens to lie beside journals. It bears the mark; or,
/// as earlier versions made them, it has a name as they have, an empty lock, and nothing but a journal's files.
bool is_journal(const std::filesystem::path& folder);

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
