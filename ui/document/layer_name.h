#pragma once

#include "core/document/session/session.h"

#include <filesystem>
#include <string>

namespace attn {

/// The name of a model: that of its file or, if that says nothing, of its folder.
std::string model_name(const std::filesystem::path& path);

/// The session's layer within its model: "layer 3 of gpt2", counted from 0; empty if it is of no model.
std::string layer_of_model(const Session& session);

} // namespace attn
