#pragma once

#include "core/document/session/figure_request.h"
#include "core/document/session/session.h"

#include <string>
#include <string_view>

namespace attn {

/// Returns a formula's letters in ASCII, for the name of a file: "tilde-S" for "\tilde{S}", "alpha" for "\alpha", "QK"
/// for "QK^\top".
std::string ascii_of_formula(std::string_view tex);

/// Returns the array's name for the names of files: "A" or, if `names` asks for it, its symbol in the session's
/// notation, e.g. "P".
std::string file_name_of(const Session& session, ArrayId array, FileNames names);

} // namespace attn
