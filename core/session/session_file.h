#pragma once

#include "core/attention/result.h"
#include "core/session/session.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <string_view>

namespace attn {

/// The session in JSON that a person can read, diff and write by hand. Numbers round-trip exactly.
/// Large matrices go into an .npz of the same name beside the file. Saving is atomic. When stopped in time it fails,
/// and nothing is written.
Result<void> save_session(const Session& session, const std::filesystem::path& path, const std::stop_token& stop = {});

/// Unknown keys, newer versions, wrong shapes, duplicates and numbers that are none are named in the error.
Result<Session> load_session(const std::filesystem::path& path);

/// The same from text; `name` stands for the file in messages, arrays beside it are looked for in `folder`.
Result<Session> parse_session(std::string_view text, const std::string& name, const std::filesystem::path& folder);

} // namespace attn
