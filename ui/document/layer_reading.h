#pragma once

#include "core/document/session/session.h"
#include "core/tensor/result.h"
#include "ui/document/request.h"
#include "ui/document/workspace.h"

#include <filesystem>
#include <optional>

namespace attn {

/// Whether the present session is a layer of the model at this path.
bool is_model_of(const Session& present, const std::filesystem::path& path);

/// What became of a checkpoint's layer that was to be opened.
struct LayerReading {
    Result<Session> session;         ///< the present one where something is asked
    std::optional<AskedLayer> asked; ///< what nothing says, and has to be said first
};

/// A checkpoint's layer as a session of its own. A layer of the present session's model keeps its tokens, and what the
/// user said of it; otherwise the present words are taken where the model has them all. What nothing says is asked for.
LayerReading read_model_layer(OpenFile request, const Session& present);

} // namespace attn
