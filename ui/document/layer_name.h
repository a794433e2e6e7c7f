#pragma once

#include "core/document/session/session.h"

#include <filesystem>
#include <string>

namespace attn {

/// Returns the name of a model: that of its file or, if the file has an uninformative name, of its folder.
std::string model_name(const std::filesystem::path& path);

/// Returns the name of the session's layer within its model: "layer 3 of gpt2", counted from 0; empty if it belongs to
/// no model.
std::string layer_of_model(const Session& session);

} // namespace attn
