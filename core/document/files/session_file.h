#pragma once

#include "core/document/session/saved_session.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

namespace attn {

/// What saving may put a session in the place of.
enum class Replaces : std::uint8_t {
    sessions, ///< only what is recognisably one, by its content
    anything  ///< the user was asked
};

/// Saves a session as one file: JSON that a person can read, diff and write by hand. A large one becomes a zip file of
/// the same JSON and of its large matrices as .npy, under the same name; each is recognised by its content. Numbers
/// round-trip exactly, the same session gives the same bytes, and nothing but that file is touched. It appears whole or
/// not at all; when stopped in time it fails, and nothing is written.
Result<void> save_session(const SavedSession& saved, const std::filesystem::path& path,
                          const std::stop_token& stop = {}, Replaces replaces = Replaces::sessions);

/// Reads a session in either form, or, as earlier versions wrote large ones, in JSON with an .npz beside it. Unknown
/// keys, newer versions, wrong shapes, duplicates, numbers that are none and arrays whose checksum is wrong are named
/// in the error.
Result<SavedSession> load_saved_session(const std::filesystem::path& path);
/// The same without its view.
Result<Session> load_session(const std::filesystem::path& path);

/// The same from text; `name` stands for the file in messages, arrays beside it are looked for in `folder`.
Result<SavedSession> parse_saved_session(std::string_view text, const std::string& name,
                                         const std::filesystem::path& folder);
Result<Session> parse_session(std::string_view text, const std::string& name, const std::filesystem::path& folder);

} // namespace attn
