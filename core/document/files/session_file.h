#pragma once

#include "core/document/session/saved_session.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

namespace attn {

/// The files that saving may replace.
enum class Replaces : std::uint8_t {
    sessions, ///< only sessions, recognised by their content
    anything  ///< the user has agreed
};

/// Saves a session as one file: JSON that people can read, compare and write. A large session becomes a zip file, of
/// the same name, with that JSON and its large matrices as .npy; loading recognises both forms by their content.
/// Numbers are read back exactly, equal sessions give equal bytes, and no other file is touched. The file is written
/// completely or not at all; saving fails if `stop` is requested in time.
Result<void> save_session(const SavedSession& saved, const std::filesystem::path& path,
                          const std::stop_token& stop = {}, Replaces replaces = Replaces::sessions);

/// Loads a session in either form, or in the form of earlier versions: JSON, and an .npz in the same folder. The error
/// names unknown keys, newer versions, wrong shapes, duplicates, invalid numbers and arrays with a wrong checksum.
Result<SavedSession> load_saved_session(const std::filesystem::path& path);
/// Loads a session without its view.
Result<Session> load_session(const std::filesystem::path& path);

/// Parses a session from text. `name` is the file's name in messages; `folder` contains its arrays.
Result<SavedSession> parse_saved_session(std::string_view text, const std::string& name,
                                         const std::filesystem::path& folder);
Result<Session> parse_session(std::string_view text, const std::string& name, const std::filesystem::path& folder);

} // namespace attn
