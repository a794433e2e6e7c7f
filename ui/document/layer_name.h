#pragma once

#include "core/document/session/session.h"

#include <filesystem>
#include <string>

namespace attn {

/// What the model of that file is called: the file, or where its name says nothing the folder.
std::string model_name(const std::filesystem::path& path);

/// Which layer of its model the session's is: "layer 3 of gpt2", counted from 0; empty where it is of none.
std::string layer_of_model(const Session& session);

} // namespace attn
