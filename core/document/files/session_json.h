#pragma once

#include "core/document/session/saved_session.h"
#include "core/files/json.h"
#include "core/files/ndarray.h"
#include "core/tensor/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// The version of session files that this program reads and writes.
constexpr Index session_version = 1;

/// The most JSON that is read of one session, in bytes, in values and in depth. A session that keeps within them can be
/// read from a file, from a packed file and out of a journal; the writers of all three ask first.
constexpr std::uint64_t session_text_limit = std::uint64_t{64} << 20;
constexpr JsonLimits session_json_limits{};

/// The name of the JSON in a session that is packed with its arrays: a zip file of it and of .npy files.
constexpr std::string_view session_entry = "session.json";

/// Whether a file that begins with these bytes is such a session: the JSON comes first.
bool begins_as_packed_session(std::string_view bytes);

/// A session as JSON, and the matrices that are too large for it, by the names that the JSON uses.
struct SessionJson {
    Json document;
    std::vector<std::pair<std::string, Matrix>> arrays; ///< empty unless the session is large
};

/// `arrays_file` is the name of the file beside the session that the arrays will be in, if there are any; none where
/// they are in the session's own file.
SessionJson session_to_json(const Session& session, const std::string& arrays_file = {}, const SavedView& view = {});

/// Whether session_from_json takes what is to be written, and the document is within session_json_limits: what cannot
/// be read again is not written in the place of what can.
Result<void> check_readable(const SessionJson& json);

/// The session that a document describes, and how it was shown; `name` begins every message.
Result<SavedSession> session_from_json(const Json& document, const NdArrays& arrays, const std::string& name);

/// The file beside the session that holds its arrays; empty where it needs none. Only a name in the same folder.
Result<std::string> arrays_file_of(const Json& document, const std::string& name);

} // namespace attn
