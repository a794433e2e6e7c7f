#pragma once

#include "app/handout_arguments.h"
#include "core/document/session.h"
#include "core/tensor/result.h"

#include <optional>
#include <string>

namespace attn {

/// What the storyboard command is told besides its SOURCE, as the user wrote it.
struct StoryboardArguments {
    BookArguments shown;
    std::optional<std::string> format; ///< of frames in a folder: png or svg
    float dpi = 96;                    ///< of PNG and GIF
    float seconds = 3;                 ///< that an animation shows a page
    std::string output;                ///< a .pdf or .gif, or with a format a folder
};

/// Adds the options to a command; the arguments must outlive the parsing.
void add_storyboard_options(CLI::App& command, StoryboardArguments& arguments);

/// Writes the pages into one PDF or animation, or as frames into a folder. Nothing is left half written.
Result<void> storyboard_command(const Session& session, const StoryboardArguments& arguments);

} // namespace attn
