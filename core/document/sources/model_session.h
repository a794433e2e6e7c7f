#pragma once

#include "core/document/sources/model_files.h"
#include "core/document/sources/weights_source.h"
#include "core/model/cell.h"
#include "core/tensor/result.h"

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

/// A whole model on a text, with what was changed of it: a session file holds it by reference.
struct ModelSession {
    std::filesystem::path model;    ///< the folder, or a file in it
    std::vector<ModelFile> files{}; ///< all files that the model is read from
    KindSaid said{};
    std::vector<std::string> texts{}; ///< a text for each item; or `ids`
    std::vector<std::string> ids{};
    std::map<CellId, float> cells{};               ///< pins of stages, and changed numbers of parameters
    std::set<std::pair<Index, Index>> heads_off{}; ///< layer and head
};

/// True if the file is a session that holds a whole model, even an incomplete one. Fails if it begins as JSON and is
/// none, so that nobody can say.
Result<bool> is_model_session(const std::filesystem::path& path);

/// The model of a session that holds one. Any other path is taken for that of a model itself.
Result<std::filesystem::path> model_named(const std::filesystem::path& path);

/// Writes it as JSON. The path of the model is absolute.
Result<void> save_model_session(const ModelSession& session, const std::filesystem::path& path);
/// Reads the text of such a file; `name` begins every message.
Result<ModelSession> parse_model_session(std::string_view text, const std::string& name);
/// A model with a relative path is looked for beside the session.
Result<ModelSession> load_model_session(const std::filesystem::path& path);

/// The session that a source names, with the source's text and path of the model instead of its own if the source has
/// them.
Result<ModelSession> model_session_of(const Source& source);

/// The model with the session's text and changes. Fails, naming the file, if a file of the model is missing or is not
/// the one of the time when the session was saved: nothing replaces it silently.
Result<OpenedModel> open_model(const ModelSession& session);

/// The model of a new session, in which its files are noted.
Result<OpenedModel> open_new(ModelSession& session);

/// The layer that a source names, computed through those before it, with the changes of all of them.
Result<Session> open_layer_of(const ModelSession& session, const Source& source);

} // namespace attn
