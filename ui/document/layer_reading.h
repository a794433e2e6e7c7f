#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"
#include "ui/document/request.h"
#include "ui/document/workspace.h"

#include <filesystem>
#include <optional>

namespace attn {

/// True if the present session is a layer of the model at this path.
bool is_model_of(const Session& present, const std::filesystem::path& path);

/// The outcome of opening a checkpoint's layer.
struct LayerReading {
    Result<Session> session;         ///< the present one if something is asked
    std::optional<AskedLayer> asked; ///< questions that no file answers
};

/// Reads a checkpoint's layer as a session of its own. A layer of the present session's model keeps its tokens and the
/// user's answers; otherwise the present words are taken if the model has them all. Open questions are returned.
LayerReading read_model_layer(OpenFile request, const Session& present);

} // namespace attn
