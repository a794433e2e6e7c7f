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

/// A whole model on a text, with its edits. Session files refer to the model's files.
struct ModelSession {
    std::filesystem::path model;    ///< the folder, or a file in it
    std::vector<ModelFile> files{}; ///< all files from which the model is read
    KindSaid said{};
    std::vector<std::string> texts{}; ///< one text for each item; empty if `ids` are given
    std::vector<std::string> ids{};
    std::map<CellId, float> cells{};               ///< pins of stages, and edited numbers of parameters
    std::set<std::pair<Index, Index>> heads_off{}; ///< layer and number of each switched-off head
};

/// True if the file is a session of a whole model, even an incomplete one. Fails if it begins as JSON but is not valid
/// JSON.
Result<bool> is_model_session(const std::filesystem::path& path);

/// The model of a session file; any other path is returned as that of a model.
Result<std::filesystem::path> model_named(const std::filesystem::path& path);

/// Writes the session as JSON. The path of the model is absolute.
Result<void> save_model_session(const ModelSession& session, const std::filesystem::path& path);
/// Parses the text of such a file; every message begins with `name`.
Result<ModelSession> parse_model_session(std::string_view text, const std::string& name);
/// Loads a session; a relative path of the model is relative to its folder.
Result<ModelSession> load_model_session(const std::filesystem::path& path);

/// Loads the session that a source names. The source's text and path of the model, if given, replace its own.
Result<ModelSession> model_session_of(const Source& source);

/// Opens the model with the session's text and edits. Fails, with the name of the file, if a file of the model is
/// missing or has changed since the session was saved.
Result<OpenedModel> open_model(const ModelSession& session);

/// Opens the model of a new session, and records its files in the session.
Result<OpenedModel> open_new(ModelSession& session);

/// Opens the layer that a source names. Its input is computed by the layers before it, with the edits of all layers.
Result<Session> open_layer_of(const ModelSession& session, const Source& source);

} // namespace attn
