#pragma once

#include "app/request_arguments.h"
#include "core/document/session.h"
#include "core/tensor/result.h"

#include <string>

namespace attn {

/// What the storyboard command is told besides its SOURCE, as the user wrote it.
struct StoryboardArguments {
    FigureOptionArguments shown;
    DocumentOptionArguments options;
    std::string output; ///< a .pdf or .gif, or with a format a folder
};

/// Adds the options to a command; the arguments must outlive the parsing.
void add_storyboard_options(CLI::App& command, StoryboardArguments& arguments);

/// Writes the pages into one PDF or animation, or as frames into a folder. Nothing is left half written.
Result<void> storyboard_command(const Session& session, const StoryboardArguments& arguments);

} // namespace attn
