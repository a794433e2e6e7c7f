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

/// Limits on a session's JSON: bytes, number of values and depth. A session within them can be read from a file, from a
/// packed file and from a journal. The writers of all three check them first.
constexpr std::uint64_t session_text_limit = std::uint64_t{64} << 20;
constexpr JsonLimits session_json_limits{};

/// The name of the JSON in a packed session, a zip file of this JSON and .npy files.
constexpr std::string_view session_entry = "session.json";

/// True if a file with these first bytes is a packed session, whose first entry is the JSON.
bool begins_as_packed_session(std::string_view bytes);

/// A session as JSON, and by name the matrices that are too large for JSON.
struct SessionJson {
    Json document;
    std::vector<std::pair<std::string, Matrix>> arrays; ///< empty unless the session is large
};

/// Writes a session. `arrays_file`: the name of a separate file for its arrays; empty if they are stored in the
/// session's own file.
SessionJson session_to_json(const Session& session, const std::string& arrays_file = {}, const SavedView& view = {});

/// Succeeds if session_from_json would accept the JSON, and it is within session_json_limits. Call it before writing,
/// so that a readable file is not replaced by an unreadable one.
Result<void> check_readable(const SessionJson& json);

/// Reads a session and its view from a document. Every message begins with `name`.
Result<SavedSession> session_from_json(const Json& document, const NdArrays& arrays, const std::string& name);

/// The name of a separate file with the session's arrays, in the same folder; empty if there is none.
Result<std::string> arrays_file_of(const Json& document, const std::string& name);

} // namespace attn
