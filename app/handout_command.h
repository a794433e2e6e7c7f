#pragma once

#include "app/request_arguments.h"
#include "core/document/session.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// Writes the walk through the session's layer as one HTML file. Nothing is left half written.
Result<void> handout_command(const Session& session, const FigureOptionArguments& arguments, const std::string& output);

} // namespace attn
