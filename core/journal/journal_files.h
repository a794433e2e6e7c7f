#pragma once

#include "core/document/files/session_json.h"
#include "core/journal/journal.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace attn {

// The format of a journal's files.

/// The limits of one step: those of a session, nested one level deeper, with the names of its arrays and a picture.
constexpr std::uint64_t step_text_limit = session_text_limit + (std::uint64_t{32} << 20U); // bytes
constexpr JsonLimits step_json_limits{.values = session_json_limits.values + (std::size_t{1} << 18U),
                                      .depth = session_json_limits.depth + 1};

/// The version of journals that this program reads and writes.
constexpr Index journal_version = 1;
/// A number of files that no journal reaches; further files are not read.
constexpr std::size_t most_journal_files = 100000;

/// The beginning of a journal's lock file.
constexpr std::string_view journal_mark = "Attention Lab journal\n";

/// True if the folder is a journal. It has the mark or, if an earlier version wrote it, a journal's name, an empty lock
/// and only a journal's files.
bool is_journal(const std::filesystem::path& folder);

/// Returns the name of step `number`; alphabetical order is the order of steps.
std::string step_file(std::uint64_t number);
bool is_step_file(std::string_view name);
/// True if the name can be that of a journal's file, temporary ones included.
bool is_journal_file(std::string_view name);

/// Returns the name of the file for an array with this hash.
std::string array_file(std::string_view hash);

/// Returns the contents of a step's file: the text of its JSON, then the text's hash.
std::string sealed(std::string text);
/// Returns the text in a step's file; fails if the hash is wrong. The message begins with `name`.
Result<std::string_view> unsealed(std::string_view file, const std::string& name);

/// Reads a step of a journal and all its arrays. Fails if a file is missing or changed.
Result<UnsavedWork> read_step(const std::filesystem::path& folder, const std::string& file);

} // namespace attn
